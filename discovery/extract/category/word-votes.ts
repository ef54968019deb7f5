import { Category } from '#contracts/facts.ts'
import { CATEGORY_WORDS } from '#discovery/extract/category/category-words.ts'

type Index = Map<string, Set<Category>>

const exact: Index = new Map()
const beginnings: Index = new Map()
const endings: Index = new Map()

const MIN_PART = 3
const MAX_PART = 16

function add(index: Index, word: string, category: Category): void {
  const known = index.get(word)
  if (known) known.add(category)
  else index.set(word, new Set([category]))
}

for (const category of Category.options) {
  for (const word of CATEGORY_WORDS[category].split(/\s+/).filter((part) => part !== '')) {
    if (word.endsWith('*')) add(beginnings, word.slice(0, -1), category)
    else if (word.startsWith('*')) add(endings, word.slice(1), category)
    else add(exact, word.replace('_', ' '), category)
  }
}

/** Splits text into lower-case words without accents, the form used in the table. */
export const plainWords = (text: string): string[] =>
  text
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ı', 'i')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

/** The longest entry that equals, begins or ends the word; a longer entry is more specific. */
function entriesOf(word: string): Set<Category> | undefined {
  const whole = exact.get(word) ?? (word.endsWith('s') ? exact.get(word.slice(0, -1)) : undefined)
  if (whole) return whole
  for (let length = Math.min(word.length, MAX_PART); length >= MIN_PART; length--) {
    const found = beginnings.get(word.slice(0, length)) ?? endings.get(word.slice(-length))
    if (found) return found
  }
  return undefined
}

export type Votes = Map<Category, number>

/** How strongly a text supports each category. Pairs of words count twice; a word of several categories is split among them. */
export function votesOf(text: string): Votes {
  const votes: Votes = new Map()
  const words = plainWords(text)
  const give = (categories: Set<Category> | undefined, weight: number): boolean => {
    for (const category of categories ?? [])
      votes.set(category, (votes.get(category) ?? 0) + weight / (categories?.size ?? 1))
    return categories !== undefined
  }
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ''
    const next = words[at + 1]
    const isPair =
      next !== undefined &&
      (give(exact.get(`${word} ${next}`), 2) || give(exact.get(`${word} ${next.replace(/s$/, '')}`), 2))
    if (isPair) at++
    else give(entriesOf(word), 1)
  }
  return votes
}
