import { createReadStream } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import {
  Decrypter,
  Encrypter,
  generateHybridIdentity,
  generateX25519Identity,
  identityToRecipient,
} from 'age-encryption'
import { BackupError, messageOf } from './backup-error.ts'

/** What encrypts a backup; null = nothing does. */
export type Lock = { recipients: string[] } | { passphrase: string } | null
/** What opens an encrypted backup. */
export type Key = { identities: string[] } | { passphrase: string }

type Bytes = AsyncIterable<Uint8Array>

export function toWebStream(source: Bytes): ReadableStream<Uint8Array> {
  const iterator = source[Symbol.asyncIterator]()
  return new ReadableStream({
    async pull(controller) {
      const next = await iterator.next()
      if (next.done) controller.close()
      else controller.enqueue(next.value)
    },
    async cancel() {
      await iterator.return?.()
    },
  })
}

/** The age format: `age --decrypt` opens it too. */
export async function* encrypt(source: Bytes, lock: Lock): Bytes {
  if (lock === null) return yield* source
  const encrypter = new Encrypter()
  if ('passphrase' in lock) encrypter.setPassphrase(lock.passphrase)
  else for (const recipient of lock.recipients) encrypter.addRecipient(recipient)
  yield* await encrypter.encrypt(toWebStream(source))
}

/**
 * The content of a backup, decrypted if need be.
 * @throws BackupError without a key that fits
 */
export async function* readDecrypted(file: string, key: Key | null): Bytes {
  if (!(await isEncrypted(file))) return yield* createReadStream(file)
  if (!key)
    throw new BackupError(
      `${file} is encrypted: name its key by --identity-file or --passphrase-file`,
    )
  const decrypter = new Decrypter()
  if ('passphrase' in key) decrypter.addPassphrase(key.passphrase)
  else for (const identity of key.identities) decrypter.addIdentity(identity)
  const source = createReadStream(file)
  try {
    yield* await decrypter.decrypt(toWebStream(source))
  } catch (error) {
    if (!NO_KEY_FITS.test(messageOf(error))) throw error
    throw new BackupError(`the key does not open ${file}`, { cause: error })
  } finally {
    source.destroy()
  }
}

const NO_KEY_FITS = /no identity matched|incorrect passphrase|passphrase/i
const MAGIC = 'age-encryption.org/v1'

async function isEncrypted(file: string): Promise<boolean> {
  await using handle = await open(file)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(MAGIC.length), 0, MAGIC.length, 0)
  return buffer.toString('latin1', 0, bytesRead) === MAGIC
}

const POST_QUANTUM = /^age1(pq|tagpq)1/

/**
 * A key pair for one process: as a second recipient it lets that process read back the file that it
 * has just written, although the recipient's own key is elsewhere. It is of the recipient's kind,
 * because age does not mix them.
 */
export async function createReadBackKey(
  recipient: string,
): Promise<{ identity: string; recipient: string }> {
  const identity = await (POST_QUANTUM.test(recipient)
    ? generateHybridIdentity()
    : generateX25519Identity())
  return { identity, recipient: await identityToRecipient(identity) }
}

export const isRecipient = (text: string): boolean => {
  try {
    new Encrypter().addRecipient(text)
    return true
  } catch {
    return false
  }
}

/** Lines as `age-keygen` writes them. @throws BackupError */
export async function readIdentityFile(file: string): Promise<Key> {
  const lines = (await readFile(file, 'utf8')).split('\n').map((line) => line.trim())
  const identities = lines.filter((line) => line.startsWith('AGE-SECRET-KEY-'))
  if (identities.length === 0)
    throw new BackupError(`${file} holds no age identity (AGE-SECRET-KEY-…)`)
  return { identities }
}

/** The first line. @throws BackupError */
export async function readPassphraseFile(file: string): Promise<{ passphrase: string }> {
  const [passphrase = ''] = (await readFile(file, 'utf8')).split('\n')
  if (passphrase.trim() === '')
    throw new BackupError(`${file} is empty: its first line is the passphrase`)
  return { passphrase: passphrase.trim() }
}
