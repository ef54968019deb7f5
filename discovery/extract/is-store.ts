import { getDomain } from 'tldts'
import { readCatalogueShape } from '#discovery/extract/catalogue-shape.ts'
import { idOf } from '#discovery/extract/json-value.ts'
import { isPasswordPage } from '#discovery/extract/password-page.ts'
import { platformHostOf } from '#discovery/extract/platform-host.ts'
import type { ReadPage, Visit } from '#discovery/extract/visit.ts'

/**
 * Whether THIS host is a storefront of the platform. Any of these is proof: the platform's own `/meta.json`; a page with the globals that
 * the platform writes into every theme (two that agree); its password page or store markup under its own response header; its catalogue.
 * Links to a shop, Buy Buttons, pictures from the platform's CDN and quoted code are not proof.
 */
export type StoreVerdict = { isStore: true } | { isStore: false; reason: NotStoreReason }

export type NotStoreReason =
  | 'no_page'
  | 'closed'
  | 'no_shop'
  | 'throttled'
  | 'bad_status'
  | 'copied_page'
  | 'other_platform'

/** Whether the globals of one page prove a shop: its platform host with one more trace, or two traces with the same id. */
export function hasOwnGlobals({ globals }: ReadPage): boolean {
  const ids = [
    globals.st?.shopId,
    globals.features?.shopId,
    globals.walletShopId,
    globals.perfKit?.shopId,
  ].filter(Boolean)
  const isThemed = globals.theme !== null && idOf(globals.theme['id']) !== null
  if (globals.shop) return ids.length > 0 || isThemed || globals.features !== null
  const isPlatformPage = Boolean(globals.st?.shopId) || Boolean(globals.features?.shopId)
  return isPlatformPage && (ids.length > 1 || isThemed) && new Set(ids).size <= 1
}

const registrable = (host: string): string => getDomain(host, { allowPrivateDomains: false }) ?? host

/**
 * A static copy of a store's page on another host. Only detectable if the response headers are known: the platform always names itself
 * there, and the page names the host that it was rendered for.
 */
function isCopy(page: ReadPage, visitedHost: string): boolean {
  const sawHeaders = Object.keys(page.page.headers).length > 0
  const ownHost = page.globals.features?.domain ?? page.globals.st?.pageHost
  if (!sawHeaders || page.headers.isPlatform || !ownHost || visitedHost === '' || platformHostOf(visitedHost))
    return false
  return registrable(ownHost) !== registrable(visitedHost)
}

const STORE_MARKUP =
  /\bid="?shopify-section-|\/cdn\/shop\/|cdn\.shopify\.com\/s\/files\/1\/|\.myshopify\.com|\baction="?[^"\s>]*\/cart(?:\/add)?["\s>]/

function refusalOf(status: number): NotStoreReason | null {
  if (status === 402 || status === 423) return 'closed'
  if (status === 429 || status === 430) return 'throttled'
  if (status === 403 || status >= 500) return 'bad_status'
  return null
}

function verdictWithoutGlobals(visit: Visit): StoreVerdict {
  const { home } = visit
  const catalogue = readCatalogueShape(visit.products)
  const { isPlatform, shopId } = visit.productsHeaders
  if (catalogue && (!home || isPlatform)) return { isStore: true }
  // The platform's cache names the shop whose catalogue it served.
  if (!home && isPlatform && shopId && visit.products?.status === 200) return { isStore: true }
  if (!home) return { isStore: false, reason: visit.pages.length > 0 ? 'other_platform' : 'no_page' }
  if (!home.headers.isPlatform)
    return { isStore: false, reason: home.page.status === 404 ? 'no_shop' : 'other_platform' }
  const isServed = home.page.status < 400
  if (isPasswordPage(home) || (isServed && STORE_MARKUP.test(home.html))) return { isStore: true }
  return { isStore: false, reason: 'no_shop' }
}

export function judgeStore(visit: Visit): StoreVerdict {
  if (visit.meta) return { isStore: true }
  const refusal = visit.home ? refusalOf(visit.home.page.status) : null
  if (refusal) return { isStore: false, reason: refusal }
  const proof = visit.pages.find(hasOwnGlobals)
  if (!proof) return verdictWithoutGlobals(visit)
  return isCopy(proof, visit.visitedHost) ? { isStore: false, reason: 'copied_page' } : { isStore: true }
}
