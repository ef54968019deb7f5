import {
  CATEGORY_WORDS,
  COLOURS,
  EMPTY_WORDS,
  GENERIC_WORDS,
  VARIANT_WORDS,
} from '#discovery/trend/common-words.ts'

export type TitleSignal = {
  /** Unique words in alphabetical order, so that re-ordered titles are equal. */
  words: string[]
  /** Numbers, colours and model words: they distinguish two products with otherwise equal titles. */
  apart: string[]
  /** How distinctive the words are; from `STRONG_TITLE` on they identify one product everywhere. */
  weight: number
}

/** Two distinctive words plus a category: "sunset projection lamp", but not "yoga mat" or "leather wallet". */
export const STRONG_TITLE = 5
/** Two distinctive words: sufficient together with equal options. */
export const TELLING_TITLE = 4
/** One distinctive word: sufficient together with an equal picture name. */
export const USABLE_TITLE = 2

const YEAR = /^20[12]\d$/
const HAS_NUMBER = /\p{N}/u
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u
const MOST_WORDS = 16

/** @param key a product's key, see `productKey`: words without case, accents, punctuation and marketing */
export function titleSignal(key: string): TitleSignal {
  const all = key.split(' ').filter((word) => word !== '' && !EMPTY_WORDS.has(word) && !YEAR.test(word))
  const words = [...new Set(all)].toSorted().slice(0, MOST_WORDS)
  return {
    words,
    apart: words.filter((word) => HAS_NUMBER.test(word) || COLOURS.has(word) || VARIANT_WORDS.has(word)),
    weight: words.reduce((sum, word) => sum + weightOf(word), 0),
  }
}

function weightOf(word: string): number {
  if (HAS_NUMBER.test(word) || COLOURS.has(word) || VARIANT_WORDS.has(word) || GENERIC_WORDS.has(word))
    return 0
  if (CATEGORY_WORDS.has(word)) return 1
  // Scripts without spaces write a whole name as one word: three letters carry about as much as a word.
  if (UNSPACED.test(word)) return Math.floor(([...word].length * 2) / 3)
  return word.length < 3 ? 1 : 2
}
