import { PICTURE_SIZES, type PictureRequest } from './picture-size.ts'

const PICTURE_SERVER = 'cdn.shopify.com'
/** Every shop's own host serves the platform's pictures here. */
const PICTURE_FOLDER = '/cdn/shop/'

/** The platform's picture server resizes: a card costs 30 kB instead of megabytes. Other hosts send the original. */
export function sourceUrl({ url: text, size }: PictureRequest): string {
  const url = new URL(text)
  if (url.hostname !== PICTURE_SERVER && !url.pathname.startsWith(PICTURE_FOLDER)) return text
  url.searchParams.set('width', String(PICTURE_SIZES[size]))
  return url.href
}
