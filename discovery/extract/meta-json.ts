import { decodeBody } from '#discovery/document/decode-body.ts'
import { countOf, idOf, isRecord, listOf, parseJson, textOf } from '#discovery/document/json.ts'
import type { Page } from '#discovery/document/page.ts'
import { bareHostOf, hostOfUrl, platformHostOf } from '#discovery/document/urls.ts'

/**
 * `/meta.json`: the shop's own values, the most trusted source. Null unless the platform itself wrote the file: it then names the shop's platform host, or its id
 * together with its domain.
 */
export function readMetaJson(page: Page | null) {
  if (!page || page.status >= 400) return null
  const value = parseJson(decodeBody(page).replace(/^\ufeff/, ''))
  if (!isRecord(value)) return null
  const shop = platformHostOf(value['myshopify_domain'])
  const shopId = idOf(value['id'])
  const domain = bareHostOf(textOf(value['domain'], 253)) ?? hostOfUrl(value['url'])
  if (!shop || (!shopId && !domain)) return null
  return {
    page,
    shop,
    shopId,
    domain,
    name: textOf(value['name'], 200),
    about: textOf(value['description'], 2000),
    country: countryCode(value['country']),
    currency: currencyCode(value['currency']),
    productCount: countOf(value['published_products_count']),
    city: textOf(value['city'], 100),
    region: textOf(value['province'], 100),
    /** Sorted, without duplicates. */
    shipsTo: shipsToOf(value['ships_to_countries']),
    cardBrands: listOf(value['shopify_pay_enabled_card_brands'])
      .slice(0, 50)
      .flatMap((brand) => textOf(brand, 60) ?? []),
  }
}

function shipsToOf(value: unknown): string[] {
  const codes = listOf(value)
    .slice(0, 1000)
    .flatMap((code) => countryCode(code) ?? [])
  return [...new Set(codes)].sort()
}

/** ISO 3166-1 alpha-2. */
export function countryCode(value: unknown): string | null {
  const code = typeof value === 'string' ? value.trim().toUpperCase() : ''
  return /^[A-Z]{2}$/.test(code) && code !== 'ZZ' ? code : null
}

/** ISO 4217. */
export function currencyCode(value: unknown): string | null {
  const code = typeof value === 'string' ? value.trim().toUpperCase() : ''
  return /^[A-Z]{3}$/.test(code) && code !== 'XXX' ? code : null
}
