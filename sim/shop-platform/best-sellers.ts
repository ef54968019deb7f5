import { fraction, hash } from '../random.ts'
import type { Language } from './catalogue/languages.ts'
import { productList, type ProductSlot } from './product-list.ts'
import type { ShopProfile } from './shop-profile.ts'
import { DAY_MS } from '../time.ts'

const SHOWN = 24
const CHOSEN_AMONG = 80
const WEEK_MS = 7 * DAY_MS

const OWN_WORDS: Record<Language, string> = {
  en: 'our-bestsellers',
  de: 'topseller',
  fr: 'meilleures-ventes',
  es: 'mas-vendidos',
  it: 'i-piu-venduti',
  nl: 'bestverkocht',
  tr: 'en-cok-satanlar',
  pt: 'mais-vendidos',
  ja: 'best-sellers',
}

/**
 * Handle of the collection that the merchant fills with best sellers; two of five shops have no
 * such collection.
 */
export function bestSellersHandle({ key, brand }: ShopProfile): string | null {
  if (fraction(key, 'best-sellers') < 0.4) return null
  return fraction(key, 'best-sellers-word') < 0.5
    ? 'best-sellers'
    : OWN_WORDS[brand.country.language]
}

/** Most shops with such a collection link to it from their home page. */
export const linksBestSellers = ({ key }: ShopProfile): boolean =>
  fraction(key, 'best-sellers-link') < 0.65

/** Its products in the shop's own order, which shifts a little every week. */
export function bestSellers(profile: ShopProfile, nowMs: number): ProductSlot[] {
  const week = Math.floor(nowMs / WEEK_MS)
  const demand = ({ number }: ProductSlot): number =>
    (hash(profile.key, 'demand', number) % 1000) + (hash(profile.key, 'demand', number, week) % 120)
  return productList(profile, nowMs)
    .slice(0, CHOSEN_AMONG)
    .map((slot) => ({ slot, demand: demand(slot) }))
    .sort((a, b) => b.demand - a.demand || a.slot.number - b.slot.number)
    .slice(0, SHOWN)
    .map(({ slot }) => slot)
}

/** The home page's products: the newest, or the merchant's selection. */
export function featured(profile: ShopProfile, nowMs: number, count: number): ProductSlot[] {
  if (fraction(profile.key, 'featured') < 0.5) return productList(profile, nowMs).slice(0, count)
  return bestSellers(profile, nowMs)
    .toSorted(
      (a, b) => hash(profile.key, 'picked', a.number) - hash(profile.key, 'picked', b.number),
    )
    .slice(0, count)
}
