import type { StoreId } from '#contracts/ids.ts'
import type { AppContext } from '#server/platform/context.ts'
import { encodePicture } from '#server/platform/files/picture-encoder.ts'
import { frameFor, type PictureSize } from './picture-addresses.ts'
import { createPictureFiles, type PictureFiles, SCREENSHOTS_FOLDER } from './picture-files.ts'

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
