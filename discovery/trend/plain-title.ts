import { namingWords, wordsOf } from './product-key.ts'

/** A title that stores give a product, in their own words. */
export type GivenTitle = {
  title: string
  vendor: string | null
  shop: string
  stores: number
}

const YEAR = /^20[12]\d$/
const PERCENTAGE = /\d\s?%|%\s?\d/u
const BRACKETED = /[[({【][^[\]({【)}】]*[\])}】]/gu
const EDGE_SIGNS = /^[\s\-–—:|/,;•·~*!+&#)\]}.]+|[\s\-–—:|/,;•·~*!+&#([{.]+$/gu
const SEPARATED = /\s+(?=[|–—•·~]\s)|(?<=[|–—•·~])\s+|\s+(?=-\s)|(?<=\s-)\s+/u

/**
 * The wording that most stores use, without shop names, advertising, years, percentages and marks.
 * Equal wordings count together whatever their case; the shorter one wins a tie.
 */
export function plainTitle<Given extends GivenTitle>(
  given: readonly Given[],
): { title: string; from: Given } | null {
  const wordings = new Map<string, { title: string; from: Given; stores: number }>()
  for (const from of given) {
    const title = withoutAdvertising(from)
    const key = wordsOf(title).join(' ')
    const known = wordings.get(key)
    if (known) known.stores += from.stores
    else wordings.set(key, { title, from, stores: from.stores })
  }
  const [best] = [...wordings.values()].toSorted(
    (a, b) => b.stores - a.stores || a.title.length - b.title.length,
  )
  return best ? { title: best.title, from: best.from } : null
}

function withoutAdvertising({ title, vendor, shop }: GivenTitle): string {
  const naming = namingWords(title, vendor)
  const text = title
    .replaceAll(/[™®℠©]|\p{Extended_Pictographic}|\ufe0f/gu, ' ')
    .replaceAll(BRACKETED, (group) => (isNaming(group, naming) ? group : ' '))
  const shopWords = wordsOf(shop).join(' ')
  const parts = text.split(SEPARATED).flatMap((part) => {
    const isShop = wordsOf(part).join(' ') === shopWords
    return isShop ? [] : [withoutEdges(part, naming)]
  })
  const plain = parts.join(' ').replaceAll(/\s+/g, ' ').replaceAll(EDGE_SIGNS, '')
  return calm(plain === '' ? title.trim() : plain)
}

/** Words at both ends that name nothing: advertising, the brand, a year, a percentage. */
function withoutEdges(part: string, naming: readonly string[]): string {
  const words = part.split(/\s+/).filter(Boolean)
  const isKept = (word: string) => isNaming(word, naming)
  const first = words.findIndex(isKept)
  return first === -1 ? '' : words.slice(first, words.findLastIndex(isKept) + 1).join(' ')
}

/** Also a part of what was joined: `500 ml`, `3 in 1`. */
const isNaming = (text: string, naming: readonly string[]): boolean =>
  !YEAR.test(text) &&
  !PERCENTAGE.test(text) &&
  wordsOf(text).some((word) =>
    naming.some((each) => each === word || (/\d/.test(each) && each.includes(word))),
  )

/** Capitals throughout are advertising, too. */
function calm(title: string): string {
  if (title.length < 4 || title !== title.toUpperCase() || title === title.toLowerCase())
    return title
  return title
    .toLowerCase()
    .replaceAll(/(?<![\p{L}\p{N}'’])\p{L}/gu, (letter) => letter.toUpperCase())
}
