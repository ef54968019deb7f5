import { getDomain } from 'tldts'
import { decodeBody } from '#discovery/document/decode-body.ts'
import { idOf, isRecord, listOf, parseJson } from '#discovery/document/json.ts'
import type { Page } from '#discovery/document/page.ts'
import { pathOf, platformHostOf } from '#discovery/document/urls.ts'
import type { ParsedPage, ParsedVisit } from './parsed-visit.ts'

type NotStoreReason =
  | 'no_page'
  | 'closed'
  | 'no_shop'
  | 'throttled'
  | 'bad_status'
  | 'copied_page'
  | 'other_platform'

/**
 * Null if THIS host is a storefront of the platform. Any of these suffices: the platform's own
 * `/meta.json`; a page with the globals that the platform writes into every theme (two that agree);
 * its password page or store markup under its own response header; its catalogue. Links to a shop,
 * Buy Buttons, pictures from the platform's CDN and quoted code are not evidence.
 */
export function notStoreReasonOf(visit: ParsedVisit): NotStoreReason | null {
  if (visit.meta) return null
  const refusal = visit.home && refusalOf(visit.home.page.status)
  if (refusal) return refusal
  const shopPage = visit.pages.find(hasOwnGlobals)
  if (!shopPage) return reasonWithoutGlobals(visit)
  return isCopy(shopPage, visit.visitedHost) ? 'copied_page' : null
}

/**
 * Whether the globals of one page prove a shop: its platform host with one more trace, or two
 * traces with the same id.
 */
function hasOwnGlobals({ globals }: ParsedPage): boolean {
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

const registrable = (host: string): string =>
  getDomain(host, { allowPrivateDomains: false }) ?? host

/**
 * A static copy of a store's page on another host. Only detectable if the response headers are
 * known: the platform always names itself there, and the page names the host that it was rendered
 * for.
 */
function isCopy(page: ParsedPage, visitedHost: string): boolean {
  const sawHeaders = Object.keys(page.page.headers).length > 0
  const ownHost = page.globals.features?.domain ?? page.globals.st?.pageHost
  if (
    !sawHeaders ||
    page.headers.isPlatform ||
    !ownHost ||
    visitedHost === '' ||
    platformHostOf(visitedHost)
  )
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

function reasonWithoutGlobals(visit: ParsedVisit): NotStoreReason | null {
  const { home } = visit
  const catalogue = readCatalogueShape(visit.products)
  const { isPlatform, shopId } = visit.productsHeaders
  if (catalogue && (!home || isPlatform)) return null
  // The platform's cache names the shop whose catalogue it served.
  if (!home && isPlatform && shopId && visit.products?.status === 200) return null
  if (!home) return visit.pages.length > 0 ? 'other_platform' : 'no_page'
  if (!home.headers.isPlatform) return home.page.status === 404 ? 'no_shop' : 'other_platform'
  const isServed = home.page.status < 400
  // The platform names a shop or a theme only in answers that it rendered for that shop.
  if (isServed && (home.headers.shopId ?? home.headers.themeId)) return null
  return passwordMark(home) || (isServed && STORE_MARKUP.test(home.html)) ? null : 'no_shop'
}

/** Of the password page, perhaps below a market such as `/en-de`. */
export const PASSWORD_PATH = /^(?:\/[a-z]{2}(?:-[a-z]{2,4})?)?\/password\/?$/i

/**
 * The mark that identifies the platform's password page; null without a mark. The platform serves
 * it at `/password` or in place of the requested page. A customer's sign-in form
 * (`customer[password]`, `/account/login`) does not count.
 */
export function passwordMark(page: ParsedPage): string | null {
  const { globals, scan } = page
  if (globals.pageType === 'password') return 'ShopifyAnalytics.meta.page.pageType'
  if (globals.st?.page === 'password') return '__st.p'
  if (
    scan.hiddenInputs.some(
      ({ name, value }) => name === 'form_type' && value === 'storefront_password',
    )
  ) {
    return 'form[storefront_password]'
  }
  if (scan.formActions.some((action) => PASSWORD_PATH.test(pathOf(action) ?? '')))
    return 'form[action=/password]'
  if (/(?:^|\s)template-password(?:\s|$)/.test(scan.bodyClass)) return 'body.template-password'
  return PASSWORD_PATH.test(pathOf(page.page.url) ?? '') && page.headers.isPlatform
    ? 'path /password'
    : null
}

/**
 * Keys that every variant in the platform's own catalogue has; no other software uses this
 * combination.
 */
const VARIANT_KEYS = ['price', 'grams', 'compare_at_price', 'requires_shipping', 'option1']
const PRODUCT_KEYS = [
  'handle',
  'body_html',
  'published_at',
  'vendor',
  'product_type',
  'variants',
  'options',
]
const CDN_PATH = /^https:\/\/cdn\.shopify\.com\/s\/files\/1\/((?:\d{4}\/){2,4})/

const hasKeys = (value: Record<string, unknown>, keys: string[]): boolean =>
  keys.every((key) => Object.hasOwn(value, key))

/** Id in an address of the platform's file server, e.g. `0782/4094/0356/` → `78240940356`. */
function shopIdOfCdnPath(path: string): string | null {
  return idOf(path.replaceAll('/', '').replace(/^0+/, ''))
}

/**
 * Recognises a catalogue of the platform; null for anything else, including an empty catalogue (it
 * proves nothing).
 */
export function readCatalogueShape(page: Page | null): { shopId: string | null } | null {
  if (!page || page.status >= 400) return null
  const value = parseJson(decodeBody(page).replace(/^\ufeff/, ''))
  const first = listOf(isRecord(value) ? value['products'] : value).find(isRecord)
  if (!first || !idOf(first['id']) || !hasKeys(first, PRODUCT_KEYS)) return null
  const variant = listOf(first['variants']).find(isRecord)
  if (!variant || !hasKeys(variant, VARIANT_KEYS)) return null
  const image = listOf(first['images']).find(isRecord)
  const path = CDN_PATH.exec(typeof image?.['src'] === 'string' ? image['src'] : '')?.[1]
  return { shopId: path ? shopIdOfCdnPath(path) : null }
}
