import { factOf } from '#discovery/extract/fact.ts'
import { firstFact } from '#discovery/extract/extract-identity.ts'
import { isRecord, recordOf } from '#discovery/extract/json-value.ts'
import { organizationsOf } from '#discovery/extract/linked-data.ts'
import { countryCode, currencyCode } from '#discovery/extract/meta-json.ts'
import type { Fact } from '#discovery/extract/store-snapshot.ts'
import type { ReadPage, Visit } from '#discovery/extract/visit.ts'

// `Shopify.country`, `Shopify.currency` and `ShopifyAnalytics.meta.currency` describe the visitor's market, so this code never reads them.

function addressCountry(page: ReadPage): string | null {
  for (const node of organizationsOf(page.linkedData)) {
    const address = Array.isArray(node['address']) ? recordOf(node['address'][0]) : recordOf(node['address'])
    const country = isRecord(address['addressCountry'])
      ? address['addressCountry']['name']
      : address['addressCountry']
    const code = countryCode(country)
    if (code) return code
  }
  return null
}

export function extractCountry(visit: Visit): Fact<string> | null {
  if (visit.meta?.country) return factOf(visit.meta.country, 'observed', visit.meta.page, 'meta.json#country')
  return firstFact(visit.pages, [
    {
      path: 'webPixels.initData.shop.countryCode',
      read: ({ globals }) => countryCode(globals.initShop?.country),
    },
    { path: 'JSON-LD Organization.address.addressCountry', label: 'inferred', read: addressCountry },
  ])
}

export function extractCurrency(visit: Visit): Fact<string> | null {
  if (visit.meta?.currency)
    return factOf(visit.meta.currency, 'observed', visit.meta.page, 'meta.json#currency')
  return firstFact(visit.pages, [
    {
      path: 'webPixels.initData.shop.paymentSettings.currencyCode',
      read: ({ globals }) => currencyCode(globals.initShop?.currency),
    },
  ])
}

const LOCALE = /^[a-z]{2,3}(?:[-_][A-Za-z0-9]{2,8})*$/

const localeOf = (value: string | null | undefined): string | null => {
  const locale = value?.trim() ?? ''
  return LOCALE.test(locale) ? locale : null
}

export function extractLocale(visit: Visit): Fact<string> | null {
  const onPage = firstFact(visit.pages, [
    { path: 'Shopify.locale', read: ({ globals }) => localeOf(globals.locale) },
    { path: '#shopify-features.locale', read: ({ globals }) => localeOf(globals.features?.locale) },
    { path: 'html[lang]', read: ({ scan }) => localeOf(scan.lang) },
    { path: 'header content-language', read: ({ headers }) => headers.locale },
  ])
  if (onPage || !visit.products || !visit.productsHeaders.locale) return onPage
  return factOf(visit.productsHeaders.locale, 'observed', visit.products, 'header content-language')
}
