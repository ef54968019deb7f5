import { sql } from 'kysely'
import type { AppContext } from '#server/context.ts'
import { createPictureFiles, picturesFolder } from '#server/features/pictures/picture-files.ts'
import { PICTURE_SIZES, isPictureSize } from '#server/features/pictures/picture-size.ts'
import { createScreenshotFiles, removeScreenshot } from '#server/features/pictures/screenshots.ts'

type Store = { id: number; logo_url: string | null; screenshot_at: Date | null }

/** The kept files of a store's logo, products and screenshot, on this machine. */
export async function erasePictures(ctx: AppContext, store: Store): Promise<void> {
  const files = createPictureFiles(picturesFolder(ctx.config.DATA_DIR), ctx.now)
  const { rows } = await sql<{ url: string | null }>`
    select distinct image ->> 'src' as url from products, jsonb_array_elements(images) as image
    where store_id = ${store.id}`.execute(ctx.db)
  const urls = [store.logo_url, ...rows.map(({ url }) => url)]
  for (const url of urls)
    for (const size of Object.keys(PICTURE_SIZES).filter(isPictureSize))
      if (url !== null) await files.remove({ size, url: hrefOf(url) })
  await removeScreenshot(createScreenshotFiles(ctx), store)
}

/** Files are named by the address in the spelling in which it was handed out. */
function hrefOf(text: string): string {
  const url = URL.parse(text)
  if (url) url.hash = ''
  return url?.href ?? text
}
