import { eld } from 'eld/extrasmall'
import { isRecord, recordOf } from '#discovery/document/json.ts'
import { countryCode, currencyCode } from '#discovery/extract/meta-json.ts'
import type { ParsedPage, ParsedVisit } from '#discovery/extract/parsed-visit.ts'
import { type Fact, factOf } from '#discovery/extract/store-snapshot.ts'
import { firstFact, metaFact } from './identity.ts'

// `Shopify.country` and `ShopifyAnalytics.meta.currency` describe the visitor's market, so this
// code never reads them. So does `Shopify.currency`, unless its rate says that the visitor pays in
// the shop's own currency.

function addressCountry({ organizations }: ParsedPage): string | null {
  for (const node of organizations) {
    const { addressCountry: country } = recordOf([node['address']].flat()[0])
    const code = countryCode(isRecord(country) ? country['name'] : country)
    if (code) return code
  }
  return null
}

export function extractCountry(visit: ParsedVisit): Fact<string> | null {
  return firstFact(metaFact(visit, 'country'), visit.pages, [
    {
      path: 'webPixels.initData.shop.countryCode',
      read: ({ globals }) => countryCode(globals.initShop?.country),
    },
    {
      path: '#apple-pay-shop-capabilities.countryCode',
      read: ({ globals }) => countryCode(globals.walletCountry),
    },
    {
      path: 'JSON-LD Organization.address.addressCountry',
      label: 'inferred',
      read: addressCountry,
    },
  ])
}

export function extractCurrency(visit: ParsedVisit): Fact<string> | null {
  return firstFact(metaFact(visit, 'currency'), visit.pages, [
    {
      path: 'webPixels.initData.shop.paymentSettings.currencyCode',
      read: ({ globals }) => currencyCode(globals.initShop?.currency),
    },
    {
      path: 'Shopify.currency (rate 1.0)',
      label: 'inferred',
      read: ({ globals }) => currencyCode(globals.ownCurrency),
    },
  ])
}

const LOCALE = /^[a-z]{2,3}(?:[-_][A-Za-z0-9]{2,8})*$/

const localeOf = (value: string | null | undefined): string | null => {
  const locale = value?.trim() ?? ''
  return LOCALE.test(locale) ? locale : null
}

export function extractLocale(visit: ParsedVisit): Fact<string> | null {
  const onPage = firstFact(null, visit.pages, [
    { path: 'Shopify.locale', read: ({ globals }) => localeOf(globals.locale) },
    { path: '#shopify-features.locale', read: ({ globals }) => localeOf(globals.features?.locale) },
    { path: 'html[lang]', read: ({ scan }) => localeOf(scan.lang) },
    { path: 'header content-language', read: ({ headers }) => headers.locale },
  ])
  if (onPage || !visit.products || !visit.productsHeaders.locale) return onPage
  return factOf(visit.productsHeaders.locale, 'observed', visit.products, 'header content-language')
}

/**
 * Where the shop is and where it ships to. Reads only meta.json, because pages vary with the
 * visitor's market.
 */
export function extractPlace(visit: ParsedVisit): {
  city: Fact<string> | null
  region: Fact<string> | null
  shipsTo: Fact<string[]> | null
} {
  const { page, shipsTo = [] } = visit.meta ?? {}
  const shipping = page && shipsTo.length > 0
  return {
    city: metaFact(visit, 'city'),
    region: metaFact(visit, 'region', 'province'),
    shipsTo: shipping ? factOf(shipsTo, 'observed', page, 'meta.json#ships_to_countries') : null,
  }
}

const MAX_LANGUAGES = 60

/**
 * `pt-BR` → `pt`; null for `x-default` and for invalid tags. The rest of a tag usually names a
 * market.
 */
function languageOf(tag: string): string | null {
  const [language = ''] = tag.trim().toLowerCase().split(/[-_]/)
  return /^[a-z]{2,3}$/.test(language) ? language : null
}

/**
 * Languages in which the shop can be read: its main language first, then those that its pages and
 * its language menu link to.
 */
export function extractLanguages(pages: ParsedPage[], locale: Fact<string> | null): Fact<string>[] {
  const found = new Map<string, Fact<string>>()
  const main = locale ? languageOf(locale.value) : null
  if (locale && main) found.set(main, { ...locale, value: main })
  for (const { page, scan } of pages) {
    const named = [
      ...scan.alternates.map((tag) => ({ tag, path: 'link[rel=alternate][hreflang]' })),
      ...scan.localeOptions.map((tag) => ({ tag, path: 'language menu' })),
    ]
    for (const { tag, path } of named) {
      const language = languageOf(tag)
      if (language && !found.has(language) && found.size < MAX_LANGUAGES)
        found.set(language, factOf(language, 'observed', page, path))
    }
  }
  return [...found.values()]
}

const MIN_LETTERS = 40
const MIN_SCORE = 0.6
/**
 * Below this lead the second language is about as likely: brand and product names read like several
 * languages.
 */
const MIN_LEAD = 0.06

/** Scripts that put no spaces between words; a few letters carry a lot of meaning. */
const DENSE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/gu

/** Language of a text (ISO 639-1); null if the text is too short or fits several languages. */
export function languageOfText(text: string): string | null {
  const letters = text.replaceAll(/[^\p{L}]/gu, '').length + (text.match(DENSE)?.length ?? 0) * 2
  if (letters < MIN_LETTERS) return null
  const result = eld.detect(text.slice(0, 2000))
  if (!result.isReliable()) return null
  const [first = 0, second = 0] = Object.values(result.getScores()).toSorted((a, b) => b - a)
  return first >= MIN_SCORE && first - second >= MIN_LEAD ? result.language : null
}

/** The language in which the shop describes itself, with the evidence of the description. */
export function extractAboutLanguage(about: Fact<string> | null): Fact<string> | null {
  const language = about ? languageOfText(about.value) : null
  if (!about || !language) return null
  const { url, path, observedAt } = about.evidence
  return factOf(language, 'inferred', { url, fetchedAt: observedAt }, path)
}
