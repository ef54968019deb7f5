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

export const ABOUT_PATH = '/pages/about-us'
/** Half of the shops that describe themselves have a page for it. */
export const hasAboutPage = (profile: ShopProfile): boolean =>
  aboutText(profile) !== '' && fraction(profile.key, 'about-page') < 0.5
