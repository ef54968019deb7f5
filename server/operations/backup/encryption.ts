import { readFile } from 'node:fs/promises'
import {
  Decrypter,
  Encrypter,
  generateHybridIdentity,
  generateX25519Identity,
  identityToRecipient,
} from 'age-encryption'
import { BackupError, messageOf } from './backup-error.ts'

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

/** The age format: `age --decrypt` opens it too. Without recipients nothing is encrypted. */
export async function* encrypt(source: Bytes, recipients: readonly string[]): Bytes {
  if (recipients.length === 0) return yield* source
  const encrypter = new Encrypter()
  for (const recipient of recipients) encrypter.addRecipient(recipient)
  yield* await encrypter.encrypt(toWebStream(source))
}

export const ENCRYPTED_MAGIC = Buffer.from('age-encryption.org/v1')

/** @throws BackupError when none of the identities fits */
export async function* decrypt(source: Bytes, identities: readonly string[]): Bytes {
  if (identities.length === 0)
    throw new BackupError('the backup is encrypted: name its key by --identity-file')
  const decrypter = new Decrypter()
  for (const identity of identities) decrypter.addIdentity(identity)
  try {
    yield* await decrypter.decrypt(toWebStream(source))
  } catch (error) {
    if (!NO_KEY_FITS.test(messageOf(error))) throw error
    throw new BackupError('the key does not open the backup', { cause: error })
  }
}

const NO_KEY_FITS = /no identity matched/i

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
export async function readIdentityFile(file: string): Promise<string[]> {
  const lines = (await readFile(file, 'utf8')).split('\n').map((line) => line.trim())
  const identities = lines.filter((line) => line.startsWith('AGE-SECRET-KEY-'))
  if (identities.length === 0)
    throw new BackupError(`${file} holds no age identity (AGE-SECRET-KEY-…)`)
  return identities
}
