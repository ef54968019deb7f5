import { PICTURE_SIZES, type PictureRequest } from './picture-size.ts'

const PICTURE_SERVER = 'cdn.shopify.com'
/** Where every shop has the platform's picture server on its own host. */
const PICTURE_FOLDER = '/cdn/shop/'

/** The platform's picture server scales by itself: a card costs 30 kB instead of megabytes. Others send what they have. */
export function sourceUrl({ url: text, size }: PictureRequest): string {
  const url = new URL(text)
  if (url.hostname !== PICTURE_SERVER && !url.pathname.startsWith(PICTURE_FOLDER)) return text
  url.searchParams.set('width', String(PICTURE_SIZES[size]))
  return url.href
}
