import { readMetaJson } from '#discovery/extract/meta-json.ts'
import { readPlatformHeaders } from '#discovery/extract/platform-headers.ts'
import type { Page } from '#discovery/extract/store-snapshot.ts'

// Cheap and generous: it only saves a request and an extraction for pages that cannot be a shop; the extractors decide.
const MARKUP_MARK =
  /Shopify\.(?:shop|theme)|shopify-(?:digital-wallet|features)|cdn\.shopify\.com|\/cdn\/shop\//

/** Do the headers name the platform, in either generation of them? */
export function hasPlatformHeaders(page: Page): boolean {
  const { isPlatform, shopId, themeId } = readPlatformHeaders(page)
  return isPlatform || shopId !== null || themeId !== null
}

/** Does anything in these pages indicate a shop of the platform? */
export function hasPlatformEvidence(pages: readonly Page[], meta: Page | null, home: Page | null): boolean {
  if (pages.some(hasPlatformHeaders) || readMetaJson(meta) !== null) return true
  return home !== null && MARKUP_MARK.test(new TextDecoder('latin1').decode(home.body))
}

/** Does a page name the shop that it belongs to? A platform address without a shop does not. */
export function namesShop(pages: readonly Page[]): boolean {
  return pages.some((page) => readPlatformHeaders(page).shopId !== null)
}
