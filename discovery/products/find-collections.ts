import { handleOf } from '#discovery/document/urls.ts'
import { isBestSellerName } from './best-sellers.ts'

const MAX_LOCATIONS = 5_000
const LOCATION = /<loc>\s{0,20}([^<\s]{1,2000})\s{0,20}<\/loc>/g

/** Path of the part of a sitemap that lists the collections, according to the index of `host`. */
export function findCollectionsSitemap(xml: string, host: string): string | null {
  for (const location of locationsIn(xml)) {
    if (!URL.canParse(location)) continue
    const url = new URL(location)
    if (
      url.host === host &&
      /^(?:\/[a-z]{2}(?:-[a-z]{2,4})?)?\/sitemap_collections_\d+\.xml$/i.test(url.pathname)
    )
      return url.pathname + url.search
  }
  return null
}

/** Handle of the first collection whose name indicates the shop's best sellers. */
export function findBestSellers(xml: string): string | null {
  for (const location of locationsIn(xml)) {
    const part = URL.canParse(location)
      ? /^(?:\/[^/]{2,7})?\/collections\/([^/]{1,1000})\/?$/.exec(new URL(location).pathname)?.[1]
      : undefined
    const handle = handleOf(part)
    if (handle !== null && isBestSellerName(handle)) return handle
  }
  return null
}

/** Addresses in a sitemap or its index, as written and unchecked. */
function locationsIn(xml: string): string[] {
  const found: string[] = []
  for (const [, location] of xml.matchAll(LOCATION)) {
    if (location !== undefined) found.push(location.replaceAll('&amp;', '&'))
    if (found.length >= MAX_LOCATIONS) break
  }
  return found
}
