import { domainToASCII } from 'node:url'
import { at, fraction, hash, hexToken, weighted } from '../random.ts'
import { ENDINGS, STEMS } from './catalogue/brand-words.ts'
import { COUNTRIES, type Country } from './catalogue/countries.ts'
import { VERTICALS, type Vertical } from './catalogue/verticals.ts'
import { SIDES, sideNumber, type ShopReference } from './shop-reference.ts'

export type Brand = {
  name: string
  /**
   * Registered domain in ASCII. All names of the world end in `.test`, which cannot be registered.
   */
  domain: string
  /** Part before `.myshopify.com`. */
  handle: string
  country: Country
  vertical: Vertical
}

const WORDS_PER_VERTICAL = 8
const NAMES = STEMS.length * ENDINGS.length * VERTICALS.length * WORDS_PER_VERTICAL
// Prime, so that it has no common factor with NAMES and the walk through the names visits each
// once.
const STRIDE = 155_833
const COUNTRY_SHARES = COUNTRIES.map((country) => [country, country.weight] as const)
/**
 * Combinations for the first four words of a vertical; a list of four words reuses each word with
 * the second set.
 */
const FORMS = [
  ['{}', '{}', '{}', '{}', '{}-shop', '{}store', '{}-{cc}'],
  ['get{}', '{}-online', 'my{}', '{}official', 'the{}', '{}-{cc}-shop'],
] as const

/**
 * Name, domain and handle of a shop: unique per shop (once a class has used up its names, numbers
 * follow).
 */
export function brandOf(
  seed: number,
  { side, ordinal }: ShopReference,
  chosenName?: string,
  countryCode?: string,
): Brand {
  const country =
    COUNTRIES.find(({ code }) => code === countryCode) ??
    weighted(COUNTRY_SHARES, fraction(seed, 'country', side, ordinal))
  const position = ordinal * SIDES.length + sideNumber(side)
  const index = (position * STRIDE + (hash(seed, 'names') % NAMES)) % NAMES
  const vertical = at(VERTICALS, Math.floor(index / WORDS_PER_VERTICAL))
  const wordIndex = index % WORDS_PER_VERTICAL
  const first = firstWord(Math.floor(index / (WORDS_PER_VERTICAL * VERTICALS.length)))
  const shopWords = vertical.shopWords[country.language]
  const name = chosenName ?? `${first} ${at(shopWords, wordIndex)}`
  const slugWord =
    country.language === 'ja' ? at(vertical.shopWords.en, wordIndex) : at(shopWords, wordIndex)
  const round = Math.floor(position / NAMES)
  const suffix =
    chosenName === undefined ? (round > 0 ? String(round + 1) : '') : `-${ordinal.toString(36)}`
  const plain = chosenName === undefined ? `${first} ${slugWord}` : chosenName
  const domain = `${domainLabel(seed, plain, Math.floor(wordIndex / shopWords.length), country, position)}${suffix}.test`
  return {
    name,
    domain: domainToASCII(domain) || domain,
    handle: handleOf(seed, side, position, domain),
    country,
    vertical,
  }
}

const firstWord = (index: number): string =>
  at(STEMS, Math.floor(index / ENDINGS.length)) + at(ENDINGS, index)

function domainLabel(
  seed: number,
  name: string,
  formSet: number,
  country: Country,
  position: number,
): string {
  const isInternational = fraction(seed, 'idn', position) < 0.08
  const separator = fraction(seed, 'hyphen', position) < 0.3 ? '-' : ''
  const slug = isInternational ? unicodeSlug(name, separator) : asciiSlug(name, separator)
  const form = at(at(FORMS, formSet), hash(seed, 'form', position))
  return form.replace('{}', slug || 'shop').replace('{cc}', country.code.toLowerCase())
}

// New shops get random handles; before 2023 the handle usually resembled the name.
function handleOf(seed: number, side: string, position: number, domain: string): string {
  const isRandom = fraction(seed, 'handle', position) < (side === 'new' ? 0.8 : 0.35)
  if (!isRandom && !domain.includes('xn--'))
    return asciiSlug(domain.slice(0, domain.lastIndexOf('.')), '-')
  // The factor has no common divisor with 36^6, so codes repeat only after two thousand million
  // shops.
  const code = ((position * 1_234_577_891 + hash(seed, 'handles')) % 36 ** 6)
    .toString(36)
    .padStart(6, '0')
  return `${code}-${hexToken(1, seed, 'handle-end', position)}`
}

const unaccented = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/ı/g, 'i')
    .replace(/ß/g, 'ss')
    .replace(/ø/g, 'o')
    .replace(/æ/g, 'ae')

const trimmed = (slug: string): string => slug.replace(/^-+|-+$/g, '')

export const asciiSlug = (text: string, separator = '-'): string =>
  trimmed(unaccented(text.toLowerCase()).replace(/[^a-z0-9]+/g, separator))

const wordSlugs = new Map<string, string>()

/**
 * Caches the slug of catalogue words only: they recur in thousands of products, and folding accents
 * is expensive.
 */
export function wordSlug(word: string): string {
  const known = wordSlugs.get(word)
  if (known !== undefined) return known
  const slug = asciiSlug(word)
  wordSlugs.set(word, slug)
  return slug
}

const unicodeSlug = (text: string, separator: string): string =>
  trimmed(
    text
      .toLowerCase()
      .normalize('NFC')
      .replace(/[^\p{L}\p{N}]+/gu, separator),
  )
