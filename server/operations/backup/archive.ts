import { createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { createTarDecoder, createTarPacker, type ParsedTarEntry } from 'modern-tar'
import { BackupError, messageOf } from './backup-error.ts'
import { encrypt, type Key, type Lock, readDecrypted, toWebStream } from './encryption.ts'

export type Entry = { name: string; bytes: Uint8Array }

export type ArchiveWriter = {
  add: (entry: Entry) => Promise<void>
  /** Only now the archive gets its name. */
  finish: () => Promise<void>
  /** Removes what was written so far. */
  abandon: () => Promise<void>
}

/** Hidden from every reader until it is whole. */
export const UNFINISHED_SUFFIX = '.partial'
const LEVEL = 3

/**
 * A tar file compressed by zstd, perhaps encrypted by age: `age -d | zstd -d | tar x` opens it
 * without this product.
 */
export function createArchive(file: string, lock: Lock): ArchiveWriter {
  const unfinished = `${file}${UNFINISHED_SUFFIX}`
  const { readable, controller } = createTarPacker()
  const params = { [constants.ZSTD_c_compressionLevel]: LEVEL, [constants.ZSTD_c_checksumFlag]: 1 }
  const written = pipeline(
    Readable.from(readable),
    createZstdCompress({ params }),
    (source: AsyncIterable<Uint8Array>) => encrypt(source, lock),
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

/** The new name survives a power cut. Windows cannot open folders, and needs no such thing. */
export async function renameOnDisk(from: string, to: string): Promise<void> {
  await rename(from, to)
  if (process.platform === 'win32') return
  await using handle = await open(path.dirname(to))
  await handle.sync()
}

/** Far more than a part of a table or a picture has; lists of files in a manifest may be long. */
const MAX_ENTRY_BYTES = 1024 ** 3

/**
 * The entries in their order, each as a whole.
 * @throws BackupError when the file is damaged or its key does not fit
 */
export async function* readArchive(file: string, key: Key | null): AsyncGenerator<Entry, void> {
  const plain = createZstdDecompress()
  const unpacked = pipeline((): AsyncIterable<Uint8Array> => readDecrypted(file, key), plain)
  unpacked.catch(() => undefined) // reading `plain` fails with the same error
  try {
    const entries = toWebStream(plain).pipeThrough(createTarDecoder({ strict: true }))
    for await (const entry of entries)
      yield { name: entry.header.name, bytes: await readWhole(entry) }
  } catch (error) {
    if (error instanceof BackupError) throw error
    if (isFileProblem(error))
      throw new BackupError(`${file} cannot be read: ${messageOf(error)}`, { cause: error })
    throw new BackupError(`${file} is damaged or incomplete: ${messageOf(error)}`, { cause: error })
  } finally {
    plain.destroy()
    await unpacked.catch(() => undefined)
  }
}

async function readWhole({ header, body }: ParsedTarEntry): Promise<Uint8Array> {
  if (header.size > MAX_ENTRY_BYTES) throw new BackupError(`the entry ${header.name} is too large`)
  const bytes = Buffer.alloc(header.size)
  let at = 0
  for await (const chunk of body) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}

const isFileProblem = (error: unknown): boolean => {
  const { syscall } = Object(error) as Record<string, unknown>
  return typeof syscall === 'string'
}
