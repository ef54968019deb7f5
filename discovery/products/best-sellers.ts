import { foldedName } from '#discovery/document/fold-text.ts'
import { handleOf } from '#discovery/document/urls.ts'

/**
 * Normalised names (lower case, no marks, no separators) of a shop's own best-seller list, in the
 * languages that shops use.
 */
const NAMES = [
  'bestsell', // best-sellers, bestseller, our-bestselling, bestselling-products
  'beatseller', // a frequent misspelling
  'topsell', // topseller, top-selling
  'topsold',
  'mostsold',
  'mostpopular',
  'populairst',
  'meistverkauft',
  'verkaufsschlager',
  'maisvendid', // mais-vendidos, mais-vendidas
  'masvendid', // los-mas-vendidos
  'masvendut',
  'piuvendut', // i-piu-venduti
  'meilleuresvente',
  'meilleurvente',
  'meilleuresventes',
  'plusvendu', // les-plus-vendus
  'encoksatan', // en-cok-satanlar
  'coksatan',
  'bestverkocht',
  'bastsaljare',
  'mestsalgte',
  'bestselgere',
  'najlepiejsprzeda',
  'najprodavan',
  'nejprodavan',
  'celemaivandute',
  'ベストセラー',
  '売れ筋',
  '人気商品',
  '热销',
  '熱銷',
  '畅销',
  '베스트셀러',
  'хитыпродаж',
  'الأكثرمبيعا',
  'רביהמכר',
]
const WHOLE_NAMES = new Set(['bestof', 'bestsellers', 'topseller', 'popular', 'bestseller'])

/**
 * Without marks and separators: `Mais-Vendidos` and `mais vendidos` become one name.
 */
const folded = (text: string): string => foldedName(text.slice(0, 200))

const FOLDED_NAMES = NAMES.map(folded)

export function isBestSellerName(text: string): boolean {
  const name = folded(text)
  return WHOLE_NAMES.has(name) || FOLDED_NAMES.some((word) => name.includes(word))
}

const MAX_LOCATIONS = 5_000
const LOCATION = /<loc>\s{0,20}([^<\s]{1,2000})\s{0,20}<\/loc>/g

/** Path of the part of a sitemap that lists the collections, according to the index of `host`. */
export function findCollectionsSitemap(xml: string, host: string): string | null {
  for (const location of locationsIn(xml)) {
    const url = URL.parse(location)
    if (
      url?.host === host &&
      /^(?:\/[a-z]{2}(?:-[a-z]{2,4})?)?\/sitemap_collections_\d+\.xml$/i.test(url.pathname)
    )
      return url.pathname + url.search
  }
  return null
}

export function findBestSellers(xml: string): string | null {
  for (const location of locationsIn(xml)) {
    const path = URL.parse(location)?.pathname ?? ''
    const handle = handleOf(/^(?:\/[^/]{2,7})?\/collections\/([^/]{1,1000})\/?$/.exec(path)?.[1])
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
