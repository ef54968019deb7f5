import { at, fraction } from '../random.ts'
import { ABOUT } from './catalogue/texts.ts'
import { fill } from './markup.ts'
import type { ShopProfile } from './shop-profile.ts'

/** The shop's description of itself; some have none. */
export function aboutText({ key, brand, city }: ShopProfile): string {
  if (fraction(key, 'silent') < 0.12) return ''
  const { language } = brand.country
  return fill(at(ABOUT, key)[language], {
    brand: brand.name,
    field: brand.vertical.field[language],
    city,
  })
}
