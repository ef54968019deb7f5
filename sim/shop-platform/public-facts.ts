import { randomFor, type Random } from '../random.ts'
import { FIRST_NAMES, LAST_NAMES } from './catalogue/texts.ts'
import type { Language } from './catalogue/languages.ts'
import type { Brand } from './brand.ts'
import type { ShopProfile } from './shop-profile.ts'

/** A shop's public statements apart from its contact data; the same on each of its pages. */
export type PublicFacts = {
  /** Its own language first. */
  languages: string[]
  /** Payment brands, as the platform names them in its pictures. */
  payments: PaymentMark[]
  /** Handles of the policies that it links to. */
  policies: string[]
  company: string | null
  responsible: string | null
  postcode: string
  hasContactForm: boolean
}

export type PaymentMark = {
  id: string
  title: string
  /** As the browser's wallet names it. */ network?: string
}

const CARDS: PaymentMark[] = [
  { id: 'visa', title: 'Visa', network: 'visa' },
  { id: 'master', title: 'Mastercard', network: 'masterCard' },
  { id: 'american_express', title: 'American Express', network: 'amex' },
]
const OTHERS: PaymentMark[] = [
  { id: 'paypal', title: 'PayPal' },
  { id: 'apple_pay', title: 'Apple Pay' },
  { id: 'google_pay', title: 'Google Pay' },
  { id: 'shopify_pay', title: 'Shop Pay' },
  { id: 'maestro', title: 'Maestro' },
  { id: 'discover', title: 'Discover' },
  { id: 'unionpay', title: 'Union Pay' },
]
const LOCAL: Partial<Record<Language, PaymentMark[]>> = {
  de: [
    { id: 'klarna', title: 'Klarna' },
    { id: 'sofort', title: 'SOFORT' },
  ],
  nl: [{ id: 'ideal', title: 'iDEAL' }],
  fr: [{ id: 'cartes_bancaires', title: 'Cartes Bancaires' }],
  pt: [{ id: 'pix', title: 'Pix' }],
  ja: [{ id: 'jcb', title: 'JCB', network: 'jcb' }],
}

const FORMS: Record<Language, readonly [string, ...string[]]> = {
  en: ['Ltd', 'LLC', 'Inc.'],
  de: ['GmbH', 'UG (haftungsbeschränkt)', 'e.K.'],
  fr: ['SARL', 'SAS', 'EURL'],
  es: ['S.L.', 'S.L.U.'],
  it: ['S.r.l.', 'S.r.l.s.'],
  nl: ['B.V.'],
  tr: ['Ltd. Şti.', 'A.Ş.'],
  pt: ['Lda', 'LTDA'],
  ja: ['株式会社'],
}

/**
 * Share of shops with a legal notice, for countries that require one; in other countries shops
 * rarely print a company.
 */
const HAS_NOTICE: Partial<Record<Language, number>> = { de: 0.9, fr: 0.75, it: 0.4, es: 0.4 }

export function publicFactsOf({ key, brand }: Pick<ShopProfile, 'key' | 'brand'>): PublicFacts {
  const random = randomFor(key, 'public-facts')
  const { language } = brand.country
  const hasNotice = random.chance(HAS_NOTICE[language] ?? 0)
  return {
    languages: languagesOf(random, brand),
    payments: paymentsOf(random, language),
    company: hasNotice || random.chance(0.2) ? companyOf(random, brand) : null,
    responsible: hasNotice ? `${random.pick(FIRST_NAMES)} ${random.pick(LAST_NAMES)}` : null,
    postcode: String(random.int(10_117, 98_999)),
    policies: [
      'privacy-policy',
      'refund-policy',
      ...['shipping-policy', 'terms-of-service'].filter(() => random.chance(0.75)),
      'contact-information',
      ...(hasNotice ? ['legal-notice'] : []),
    ],
    hasContactForm: random.chance(0.9),
  }
}

function languagesOf(random: Random, { country }: Brand): string[] {
  const own = country.locale.split('-')[0] ?? country.language
  if (!random.chance(0.25)) return [own]
  const others = ['en', 'de', 'fr', 'es', 'it'].filter((language) => language !== own)
  return [own, ...others.filter(() => random.chance(0.5))]
}

const paymentsOf = (random: Random, language: Language): PaymentMark[] => [
  ...CARDS.filter((_card, index) => index < 2 || random.chance(0.7)),
  ...OTHERS.filter(() => random.chance(0.5)),
  ...(LOCAL[language] ?? []).filter(() => random.chance(0.6)),
]

function companyOf(random: Random, { name, country }: Brand): string {
  const form = random.pick(FORMS[country.language])
  return country.language === 'ja' ? `${form}${name.replaceAll(' ', '')}` : `${name} ${form}`
}
