import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PictureRequest } from './picture-addresses.ts'

const HOUR_MS = 60 * 60 * 1000
/** The precision of the last access, stored as the file's time, since most systems do not record reads. */
const TOUCH_EVERY_MS = HOUR_MS
/** The suffix of unfinished files, which a killed process leaves behind. */
export const UNFINISHED_SUFFIX = '.part'

export const picturesFolder = (dataDir: string): string => join(dataDir, 'pictures')

export type PictureFiles = {
  read: (request: PictureRequest) => Promise<Uint8Array | null>
  write: (request: PictureRequest, bytes: Uint8Array) => Promise<void>
  remove: (request: PictureRequest) => Promise<void>
}

/** The calls that change the disk; tests pass failing ones. */
export type Disk = { mkdir: typeof mkdir; writeFile: typeof writeFile; rename: typeof rename; rm: typeof rm }

/** Encoded pictures as files, named by their request. */
export function createPictureFiles(
  folder: string,
  now: () => Date,
  { mkdir, writeFile, rename, rm }: Disk = DISK,
): PictureFiles {
  return {
    read: async (request) => readAndTouch(join(folder, filePath(request)), now()),
    remove: (request) => rm(join(folder, filePath(request)), { force: true }),
    async write(request, bytes) {
      const file = join(folder, filePath(request))
      const unfinished = `${file}.${randomUUID()}${UNFINISHED_SUFFIX}`
      await mkdir(join(file, '..'), { recursive: true })
      try {
        await writeFile(unfinished, bytes)
        // Readers see a complete file or none, even when the process ends in between.
        await rename(unfinished, file)
      } catch (error) {
        await rm(unfinished, { force: true })
        throw error
      }
    },
  }
}

const DISK: Disk = { mkdir, writeFile, rename, rm }

/** In 256 folders: some file systems grow slow with a hundred thousand names in one. */
function filePath({ size, url }: PictureRequest): string {
  const name = createHash('sha256').update(`${size} ${url}`).digest('hex')
  return join(name.slice(0, 2), `${name.slice(2)}.webp`)
}

async function readAndTouch(file: string, now: Date): Promise<Uint8Array | null> {
  const handle = await open(file).catch(ignoreMissing)
  if (!handle) return null
  try {
    const { mtimeMs } = await handle.stat()
    if (Math.abs(now.getTime() - mtimeMs) > TOUCH_EVERY_MS) await handle.utimes(now, now)
    return await handle.readFile()
  } finally {
    await handle.close()
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}
