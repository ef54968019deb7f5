import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { HOUR_MS } from '#contracts/dates.ts'
import { assertFileName, type FileStore, isFileName, type StoredFile } from './file-store.ts'

/**
 * The precision of the last access, stored as the file's time, since most systems do not record
 * reads.
 */
const TOUCH_EVERY_MS = HOUR_MS
/** Left behind by a killed process. */
const UNFINISHED_SUFFIX = '.part'

/** The calls that change the disk; tests pass failing ones. */
const DISK = { mkdir, writeFile, rename, rm }
export type Disk = typeof DISK

export function createLocalFiles(
  root: string,
  now: () => Date,
  { mkdir, writeFile, rename, rm }: Disk = DISK,
): FileStore {
  const pathOf = (name: string): string => {
    assertFileName(name)
    return path.join(root, name)
  }
  return {
    read: async (name, { isCopy = false } = {}) =>
      readAndTouch(pathOf(name), isCopy ? null : now()),
    async write(name, bytes) {
      const file = pathOf(name)
      const unfinished = `${file}.${randomUUID()}${UNFINISHED_SUFFIX}`
      await mkdir(path.dirname(file), { recursive: true })
      try {
        await writeFile(unfinished, bytes)
        // Readers see a complete file or none, even when the process ends in between.
        await rename(unfinished, file)
      } catch (error) {
        await rm(unfinished, { force: true })
        throw error
      }
    },
    async remove(names) {
      for (const name of names) await rm(pathOf(name), { force: true })
    },
    list: (folder) => listFiles(root, folder),
  }
}

async function readAndTouch(file: string, now: Date | null): Promise<Uint8Array | null> {
  const handle = await open(file).catch(ignoreMissing)
  if (!handle) return null
  try {
    const { mtimeMs } = await handle.stat()
    if (now && Math.abs(now.getTime() - mtimeMs) > TOUCH_EVERY_MS) await handle.utimes(now, now)
    return await handle.readFile()
  } finally {
    await handle.close()
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

async function* listFiles(root: string, folder: string): AsyncIterable<StoredFile> {
  const entries = await readdir(path.join(root, folder), {
    recursive: true,
    withFileTypes: true,
  }).catch(() => [])
  for (const entry of entries) {
    if (!entry.isFile()) continue
    const file = path.join(entry.parentPath, entry.name)
    const name = path.relative(root, file).replaceAll(path.sep, '/')
    if (!isFileName(name)) continue
    // Null when another run deleted it first.
    const known = await stat(file).catch(() => null)
    if (!known) continue
    yield {
      name,
      bytes: known.size,
      usedAt: known.mtime,
      isUnfinished: entry.name.endsWith(UNFINISHED_SUFFIX),
    }
  }
}
