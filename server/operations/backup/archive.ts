import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { createTarDecoder, createTarPacker, type ParsedTarEntry } from 'modern-tar'
import { BackupError, messageOf } from './backup-error.ts'
import { decrypt, encrypt, ENCRYPTED_MAGIC, toWebStream } from './encryption.ts'
import { MANIFEST_ENTRY } from './manifest.ts'
import { FRAME_BYTES, isFrame, readSigner, type Signer } from './signature.ts'

export type Entry = { name: string; bytes: Uint8Array }
type Bytes = AsyncIterable<Uint8Array>

export type ArchiveWriter = {
  add: (entry: Entry) => Promise<void>
  /** Only now the archive gets its name. */
  finish: () => Promise<void>
  abandon: () => Promise<void>
}

type Sealing = { signer: Signer; recipients: readonly string[] }

/** Hidden from every reader until it is whole. */
export const UNFINISHED_SUFFIX = '.partial'
const LEVEL = 3
/** Each chunk crosses five streams: with the 16 KiB of Node, reading costs twice as much. */
const CHUNK_BYTES = 1024 ** 2

/**
 * A tar file compressed by zstd, signed, and perhaps encrypted by age: `age -d | zstd -d | tar x`
 * opens it without this product.
 */
export function createArchive(file: string, { signer, recipients }: Sealing): ArchiveWriter {
  const unfinished = `${file}${UNFINISHED_SUFFIX}`
  const { readable, controller } = createTarPacker()
  const params = { [constants.ZSTD_c_compressionLevel]: LEVEL, [constants.ZSTD_c_checksumFlag]: 1 }
  const written = pipeline(
    Readable.from(readable),
    createZstdCompress({ params }),
    (source: Bytes) => encrypt(withSignature(source, signer), recipients),
    createWriteStream(unfinished, { mode: 0o600, flush: true }),
  )
  written.catch(() => undefined) // `add` and `finish` report it
  return {
    async add({ name, bytes }) {
      try {
        const writer = controller.add({ name, size: bytes.length, mode: 0o600 }).getWriter()
        await writer.write(bytes)
        await writer.close()
      } catch (error) {
        await written // the reason, such as a full disk
        throw error
      }
    },
    async finish() {
      controller.finalize()
      await written
      await renameOnDisk(unfinished, file)
    },
    async abandon() {
      controller.error(new Error('the backup was abandoned'))
      await written.catch(() => undefined)
      await rm(unfinished, { force: true })
    },
  }
}

async function* withSignature(source: Bytes, signer: Signer): Bytes {
  const hash = createHash('sha256')
  for await (const chunk of source) {
    hash.update(chunk)
    yield chunk
  }
  yield signer.sign(hash.digest())
}

/** The new name survives a power cut. Windows cannot open folders, and needs no such thing. */
export async function renameOnDisk(from: string, to: string): Promise<void> {
  await rename(from, to)
  if (process.platform === 'win32') return
  await using handle = await open(path.dirname(to))
  await handle.sync()
}

export type Seal =
  | { kind: 'unsigned' }
  | { kind: 'broken' }
  | { kind: 'signed'; signerName: string }

export type ArchiveReader = AsyncDisposable & {
  seal: Seal
  /**
   * The entries in their order, each as a whole; may be called again. Every reading is compared with
   * the one that checked the signature.
   * @throws BackupError when the file is damaged or has changed
   */
  entries: () => AsyncGenerator<Entry, void>
}

/**
 * Reads the file once to check its signature; nothing is unpacked meanwhile.
 * @throws BackupError when the file is damaged or no identity fits
 */
export async function openArchive(
  file: string,
  identities: readonly string[],
): Promise<ArchiveReader> {
  const handle = await open(file).catch((error: unknown) => {
    throw describeProblem(file, error)
  })
  const dispose = () => handle.close()
  try {
    const { seal, ...content } = await readSeal(decryptedBytes(handle, identities))
    return {
      seal,
      entries: () => readEntries(file, readSame(decryptedBytes(handle, identities), content)),
      [Symbol.asyncDispose]: dispose,
    }
  } catch (error) {
    await dispose()
    throw describeProblem(file, error)
  }
}

async function* decryptedBytes(handle: FileHandle, identities: readonly string[]): Bytes {
  const { buffer } = await handle.read(Buffer.alloc(ENCRYPTED_MAGIC.length), { position: 0 })
  const source = handle.createReadStream({ start: 0, autoClose: false })
  yield* buffer.equals(ENCRYPTED_MAGIC) ? decrypt(source, identities) : source
}

type Content = { bytes: number; sha256: Buffer }

/** The content of the file is all that comes before the signature. */
async function readSeal(source: Bytes): Promise<Content & { seal: Seal }> {
  const hash = createHash('sha256')
  let bytes = 0
  let last = Buffer.alloc(0)
  for await (const chunk of source) {
    const held = Buffer.concat([last, chunk])
    const surplus = Math.max(0, held.length - FRAME_BYTES)
    hash.update(held.subarray(0, surplus))
    bytes += surplus
    last = held.subarray(surplus)
  }
  if (!isFrame(last)) {
    const sha256 = hash.update(last).digest()
    return { bytes: bytes + last.length, sha256, seal: { kind: 'unsigned' } }
  }
  const sha256 = hash.digest()
  const signerName = readSigner(last, sha256)
  return {
    bytes,
    sha256,
    seal: signerName === null ? { kind: 'broken' } : { kind: 'signed', signerName },
  }
}

/** @throws BackupError at the end */
async function* readSame(source: Bytes, { bytes, sha256 }: Content): Bytes {
  const hash = createHash('sha256')
  let left = bytes
  for await (const chunk of source) {
    const part = chunk.subarray(0, left)
    left -= part.length
    hash.update(part)
    if (part.length > 0) yield part
  }
  if (!hash.digest().equals(sha256)) throw new BackupError('the backup changed while it was read')
}

async function* readEntries(file: string, content: Bytes): AsyncGenerator<Entry, void> {
  const plain = createZstdDecompress({ chunkSize: CHUNK_BYTES })
  const unpacked = pipeline(content, plain)
  unpacked.catch(() => undefined) // reading `plain` fails with the same error
  try {
    const entries = toWebStream(plain).pipeThrough(createTarDecoder({ strict: true }))
    for await (const entry of entries)
      yield { name: entry.header.name, bytes: await readWhole(entry) }
    await unpacked
  } catch (error) {
    throw describeProblem(file, error)
  } finally {
    plain.destroy()
    await unpacked.catch(() => undefined)
  }
}

/** Far more than a part of a table or a picture has; a manifest lists every file. */
const MOST_BYTES = 64 * 1024 ** 2
const MOST_MANIFEST_BYTES = 256 * 1024 ** 2

async function readWhole({ header, body }: ParsedTarEntry): Promise<Uint8Array> {
  const { name, size, type } = header
  if (type !== 'file') throw new BackupError(`the entry ${name} is no file, but a ${type}`)
  const mostBytes = name === MANIFEST_ENTRY ? MOST_MANIFEST_BYTES : MOST_BYTES
  if (!(size <= mostBytes))
    // not even a number, perhaps
    throw new BackupError(`the entry ${name} is too large`)
  const chunks: Uint8Array[] = []
  for await (const chunk of body) chunks.push(chunk)
  return Buffer.concat(chunks)
}

function describeProblem(file: string, error: unknown): Error {
  if (error instanceof BackupError) return error
  const problem = isFileProblem(error) ? 'cannot be read' : 'is damaged or incomplete'
  return new BackupError(`${file} ${problem}: ${messageOf(error)}`, { cause: error })
}

const isFileProblem = (error: unknown): boolean => typeof Object(error).syscall === 'string'
