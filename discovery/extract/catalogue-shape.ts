import { decodeBody } from '#discovery/extract/decode-body.ts'
import { idOf, isRecord, listOf, parseJson } from '#discovery/extract/json-value.ts'
import type { Page } from '#discovery/extract/store-snapshot.ts'

/** Keys that every variant in the platform's own catalogue has; no other software uses this combination. */
const VARIANT_KEYS = ['price', 'grams', 'compare_at_price', 'requires_shipping', 'option1']
const PRODUCT_KEYS = ['handle', 'body_html', 'published_at', 'vendor', 'product_type', 'variants', 'options']
const CDN_PATH = /^https:\/\/cdn\.shopify\.com\/s\/files\/1\/((?:\d{4}\/){2,4})/

const hasKeys = (value: Record<string, unknown>, keys: string[]): boolean =>
  keys.every((key) => Object.hasOwn(value, key))

/** Id in an address of the platform's file server, e.g. `0782/4094/0356/` → `78240940356`. */
export function shopIdOfCdnPath(path: string): string | null {
  return idOf(path.replaceAll('/', '').replace(/^0+/, ''))
}

/** Recognises a catalogue of the platform; null for anything else, including an empty catalogue (it proves nothing). */
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
