import { stdnum, type Validator } from 'stdnum'
import { randomFor, type Random } from '../random.ts'
import { COUNTRIES } from './catalogue/countries.ts'
import { inLanguages, type Language } from './catalogue/languages.ts'
import { shownPrice } from './money.ts'
import { publicFactsOf } from './public-facts.ts'
import type { ShopProfile } from './shop-profile.ts'

/** What a shop states about its terms and its business; the same on each of its pages. */
export type Terms = {
  /** Countries of its menu, with the currency in which each pays; empty without a menu. */
  markets: { country: string; currency: string }[]
  /** Order value from which it ships free, as printed. */
  freeShipping: string | null
  rating: { value: number; count: number } | null
  /** Spelled as in structured data. */
  openingHours: string | null
  returnsAddress: string | null
  registration: { kind: 'vat' | 'tax' | 'register'; number: string } | null
}

/**
 * Shops print their ratings and hours in the structured data of their company, which these shops
 * have.
 */
export const hasOrganisation = ({ key }: Pick<ShopProfile, 'key'>): boolean => key % 10 <= 6

export function termsOf(profile: ShopProfile): Terms {
  const random = randomFor(profile.key, 'terms')
  const { country } = profile.brand
  const markets = random.chance(0.35) ? marketsOf(random, profile) : []
  const sum =
    Math.round(random.pick([30, 40, 50, 75, 100]) * country.rate) * 10 ** country.minorDigits
  const shipsFree = random.chance(0.4) && country.code !== 'KW'
  const rating = random.chance(0.3)
    ? { value: random.int(38, 50) / 10, count: random.int(3, 2_400) }
    : null
  const hours = random.chance(0.2) ? random.pick(['Mo-Fr 09:00-18:00', 'Mo-Sa 10:00-19:00']) : null
  const returns = `${country.street.replace('#', String(random.int(200, 390)))}, ${profile.city}`
  return {
    markets,
    freeShipping: shipsFree ? shownPrice(sum, country) : null,
    rating: hasOrganisation(profile) ? rating : null,
    openingHours: hasOrganisation(profile) ? hours : null,
    returnsAddress: random.chance(0.25) ? returns : null,
    registration: registrationOf(profile),
  }
}

const MARKET_CODES = ['US', 'GB', 'DE', 'FR', 'AU', 'JP']

function marketsOf(random: Random, { brand }: ShopProfile): Terms['markets'] {
  const codes = new Set([brand.country.code, ...MARKET_CODES.filter(() => random.chance(0.5))])
  if (codes.size < 2) return []
  return COUNTRIES.filter(({ code }) => codes.has(code))
    .map(({ code, currency }) => ({ country: code, currency }))
    .toSorted((a, b) => (a.country < b.country ? -1 : 1))
}

/** The digit behind the others with which the number can exist. */
function withCheckDigit(number: string, validator: Validator | undefined): string {
  const last = '0123456789'
    .split('')
    .find((digit) => validator?.validate(number + digit).isValid === true)
  return number + (last ?? '')
}

/** The number that a legal notice of its country carries. */
function registrationOf(profile: ShopProfile): Terms['registration'] {
  if (publicFactsOf(profile).responsible === null) return null
  const key = String(profile.key % 1_000_000).padStart(6, '0')
  const siren = withCheckDigit(`41${key}`, stdnum['FR']?.['siren'])
  const byLanguage: Partial<Record<Language, Terms['registration']>> = {
    de: { kind: 'vat', number: `DE${withCheckDigit(`13${key}`, stdnum['DE']?.['vat'])}` },
    fr: { kind: 'register', number: withCheckDigit(`${siren}0001`, stdnum['FR']?.['siret']) },
    es: { kind: 'tax', number: withCheckDigit(`B6${key}`, stdnum['ES']?.['cif']) },
    it: { kind: 'vat', number: withCheckDigit(`0${key}015`, stdnum['IT']?.['iva']) },
  }
  return byLanguage[profile.brand.country.language] ?? null
}

const FREE_SHIPPING = inLanguages(
  'Free shipping on orders over {sum}|Versandkostenfrei ab {sum}|Livraison offerte dès {sum}|Envío gratis desde {sum}|Spedizione gratuita da {sum}|Gratis verzending vanaf {sum}|{sum} ve üzeri ücretsiz kargo|Frete grátis acima de {sum}|{sum}以上のご注文で送料無料',
)
export const freeShippingText = (sum: string, language: Language): string =>
  FREE_SHIPPING[language].replace('{sum}', sum)

export const RETURNS_ADDRESS = inLanguages(
  'Returns address|Retourenadresse|Adresse de retour|Dirección de devoluciones|Indirizzo per resi|Retouradres|İade adresi|Endereço para devolução|返品先住所',
)
