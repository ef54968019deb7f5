import { createHash } from 'node:crypto'
import type { AppContext } from '#server/platform/context.ts'
import { trimFolder } from '#server/platform/files/file-store.ts'
import { defineCron } from '#server/platform/jobs/job-definition.ts'
import type { PictureRequest } from './picture-addresses.ts'

/** Deleted when space runs out, because they can be fetched again. */
export const PICTURES_FOLDER = 'pictures'
export const SCREENSHOTS_FOLDER = 'screenshots'

export type PictureFiles = {
  read: (request: PictureRequest) => Promise<Uint8Array | null>
  write: (request: PictureRequest, bytes: Uint8Array) => Promise<void>
  remove: (requests: readonly PictureRequest[]) => Promise<void>
}

export function createPictureFiles(
  { files }: Pick<AppContext, 'files'>,
  folder: string,
): PictureFiles {
  const nameOf = (request: PictureRequest) => `${folder}/${fileName(request)}`
  return {
    read: (request) => files.read(nameOf(request)),
    write: (request, bytes) => files.write(nameOf(request), bytes),
    remove: (requests) => files.remove(requests.map(nameOf)),
  }
}

/** In 256 folders: some file systems grow slow with a hundred thousand names in one. */
function fileName({ size, url }: PictureRequest): string {
  const name = createHash('sha256').update(`${size} ${url}`).digest('hex')
  return `${name.slice(0, 2)}/${name.slice(2)}.webp`
}

const GIB = 1024 ** 3
const MAX_PICTURE_BYTES = GIB
/** About forty thousand stores. */
const MAX_SCREENSHOT_BYTES = 4 * GIB

export const trimPictures = defineCron({
  name: 'trim-pictures',
  maxAttempts: 3,
  cron: '43 * * * *',
  run: async ({ files, now }, signal) => {
    await trimFolder(files, { folder: PICTURES_FOLDER, maxBytes: MAX_PICTURE_BYTES, now, signal })
    await trimFolder(files, {
      folder: SCREENSHOTS_FOLDER,
      maxBytes: MAX_SCREENSHOT_BYTES,
      now,
      signal,
    })
  },
})
