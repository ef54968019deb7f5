import { MARKETING_PHRASES, NOT_COMPARABLE, SAMPLE_PRODUCTS } from './title-words.ts'

const MAX_KEY_CHARS = 120
const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u

/**
 * The part of a title that stays the same in every store: without case, accents, punctuation, marketing words and the shop's brand. Sizes,
 * colours and pack counts stay, because they distinguish products. Empty for titles that are too vague to compare (one word, gift cards,
 * shipping protection): precision takes priority over recall.
 */
export function productKey(title: string, vendor: string | null = null): string {
  const words = namingWords(title, vendor)
  const key = joined(words)
  return weightOf(words) < 2 || isGeneric(key) ? '' : key
}

/** True for items of no interest that every shop has: gift cards, shipping protection, tips, the platform's sample products. */
export const isGenericProduct = (title: string, vendor: string | null = null): boolean =>
  isGeneric(joined(namingWords(title, vendor))) || isGeneric(joined(namingWords(title, null)))

/** Removes Latin, Greek and Cyrillic accents; keeps marks that form another letter (voiced kana, vowels of Indic scripts). */
const withoutAccents = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .replaceAll('ı', 'i')
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replaceAll('ł', 'l')
    .replaceAll('æ', 'ae')

/** Removes a leading or trailing word with a trade mark sign, the shop's own brand, if a product name remains. */
function withoutMarkedBrand(title: string): string {
  const bare = title
    .replace(/^\s*\S+\s?[™®℠]\s*(?:[-–—:|]\s*)?/u, '')
    .replace(/\s*(?:[-–—:|]|by|von|par|de)\s*\S+\s?[™®℠]\s*$/iu, '')
    .replaceAll(/[™®℠©]/g, ' ')
  return bare.split(/\s+/).filter(Boolean).length >= 2 ? bare : title.replaceAll(/[™®℠©]/g, ' ')
}

/** Removes the shop's stated brand, in front (`Acme Pan`, `Acme | Pan`) or behind (`Pan by Acme`). */
function withoutVendor(words: string[], vendor: string[]): string[] {
  const count = vendor.length
  if (count === 0 || words.length < count + 2) return words
  const isAt = (start: number): boolean => vendor.every((word, at) => words[start + at] === word)
  if (isAt(0)) return words.slice(count)
  const end = words.length - count
  if (!isAt(end)) return words
  return words[end - 1] === 'by' ? words.slice(0, end - 1) : words.slice(0, end)
}

function wordsOf(text: string): string[] {
  return withoutAccents(text.toLowerCase().replaceAll('i\u0307', 'i'))
    .replaceAll(/(\d)[.,](?=\d)/g, '$1\u00b7')
    .replaceAll(/['’`´]/g, '')
    .replaceAll(/(\d)\s*(?:″|"|inch(?:es)?|zoll|pouces?|pulgadas?|polegadas?)(?![\p{L}])/gu, '$1in')
    .replaceAll(
      /(\d)\s*(ml|cl|l|g|kg|mg|oz|lb|lbs|cm|mm|m|ft|w|v|mah|gb|tb|pcs|pc|pack|stk|st|x)(?![\p{L}\d])/gu,
      '$1$2',
    )
    .split(/[^\p{L}\p{M}\p{N}\u00b7+]+/u)
    .filter((word) => word !== '' && word !== '+')
}

function withoutMarketing(title: string): string {
  let text = ` ${withoutAccents(title.toLowerCase().replaceAll('i\u0307', 'i'))} `
  for (const phrase of MARKETING_PHRASES) text = text.replaceAll(phrase, ' ')
  return text.trim()
}

/** How much information a key carries: its words, and in scripts without spaces every two letters. */
const weightOf = (words: string[]): number =>
  words.reduce((sum, word) => sum + (CJK.test(word) ? Math.floor([...word].length / 2) : 1), 0)

function namingWords(title: string, vendor: string | null): string[] {
  const plain = withoutMarketing(withoutMarkedBrand(title.slice(0, 1000)))
  return withoutVendor(wordsOf(plain), vendor ? wordsOf(vendor.slice(0, 200)) : [])
}

const joined = (words: string[]): string => words.join(' ').slice(0, MAX_KEY_CHARS).trim()
const isGeneric = (key: string): boolean => NOT_COMPARABLE.test(key) || SAMPLE_PRODUCTS.has(key)
