import { hash } from 'node:crypto'
import type { StoreId } from '#contracts/ids.ts'
import type { AppContext } from '#server/platform/context.ts'
import { trimFolder } from '#server/platform/files/file-store.ts'
import { encodePicture } from '#server/platform/files/picture-encoder.ts'
import { defineCron } from '#server/platform/jobs/job-definition.ts'
import { frameFor, type PictureRequest, type PictureSize } from './picture-addresses.ts'

/** Deleted when space runs out, because they can be fetched again. */
export const PICTURES_FOLDER = 'pictures'
export const SCREENSHOTS_FOLDER = 'screenshots'

export function createPictureFiles({ files }: Pick<AppContext, 'files'>, folder: string) {
  const nameOf = (request: PictureRequest) => `${folder}/${fileName(request)}`
  return {
    read: (request: PictureRequest) => files.read(nameOf(request)),
    write: (request: PictureRequest, bytes: Uint8Array) => files.write(nameOf(request), bytes),
    remove: (requests: readonly PictureRequest[]) => files.remove(requests.map(nameOf)),
  }
}
type PictureFiles = ReturnType<typeof createPictureFiles>

/** In 256 folders: some file systems grow slow with a hundred thousand names in one. */
function fileName({ size, url }: PictureRequest): string {
  const name = hash('sha256', `${size} ${url}`, 'hex')
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

/** Never resolves, so that a missing screenshot is never fetched from elsewhere. */
const ORIGIN = 'https://screenshots.invalid/'
const SIZES: PictureSize[] = ['card', 'full']

const screenshotUrl = (storeId: StoreId, takenAt: Date): string =>
  `${ORIGIN}${storeId}/${takenAt.getTime()}`

/**
 * A placeholder address for a store's screenshot that can be signed and served; null without a
 * screenshot.
 */
export const screenshotUrlOf = (store: {
  id: StoreId
  screenshot_at: Date | null
}): string | null => (store.screenshot_at ? screenshotUrl(store.id, store.screenshot_at) : null)

export const isScreenshotUrl = (url: string): boolean => url.startsWith(ORIGIN)

export const createScreenshotFiles = (ctx: Pick<AppContext, 'files'>): PictureFiles =>
  createPictureFiles(ctx, SCREENSHOTS_FOLDER)

/**
 * Stores a screenshot in the sizes that screens show, re-encoded like any foreign picture.
 * @returns false when it is not a picture
 */
export async function saveScreenshot(
  files: PictureFiles,
  { storeId, takenAt, bytes }: { storeId: StoreId; takenAt: Date; bytes: Uint8Array },
): Promise<boolean> {
  for (const size of SIZES) {
    const picture = await encodePicture(bytes, frameFor(size))
    if (picture.kind !== 'picture') return false
    await files.write({ size, url: screenshotUrl(storeId, takenAt) }, picture.bytes)
  }
  return true
}

export async function removeScreenshot(
  files: PictureFiles,
  store: { id: StoreId; screenshot_at: Date | null },
): Promise<void> {
  const url = screenshotUrlOf(store)
  if (url !== null) await files.remove(SIZES.map((size) => ({ size, url })))
}
