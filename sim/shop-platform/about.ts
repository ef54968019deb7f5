import { at, fraction } from '../random.ts'
import { ABOUT } from './catalogue/texts.ts'
import { fill } from './markup.ts'
import type { ShopProfile } from './shop-profile.ts'

/** What the shop says about itself; some say nothing. */
export function aboutText({ key, brand, city }: ShopProfile): string {
  if (fraction(key, 'silent') < 0.12) return ''
  const { language } = brand.country
  return fill(at(ABOUT, key)[language], { brand: brand.name, field: brand.vertical.field[language], city })
}
