import { Category, type CategoryConfidence } from '#contracts/catalog/facts.ts'
import { foldedWords, wordSet } from '#discovery/document/fold-text.ts'
import type { ParsedVisit } from '#discovery/extract/parsed-visit.ts'
import { type Fact, factOf, type Source } from '#discovery/extract/store-snapshot.ts'
import type { ProductRecord } from '#discovery/products/parse-products.ts'
import { CATEGORY_WORDS } from './category-words.ts'

const MAX_PRODUCTS = 250
const MAX_COLLECTIONS = 12

export type CategoryInput = {
  products: Pick<ProductRecord, 'title' | 'productType' | 'tags'>[]
  /** Handles or titles of collections. */
  collections: string[]
  name: string | null
  about: string | null
}

export function extractCategory(
  visit: ParsedVisit,
  products: ProductRecord[],
  name: string | null,
  about: string | null,
): Fact<{ id: Category; confidence: CategoryConfidence }> | null {
  const category = categoryOf({ products, collections: collectionsOf(visit), name, about })
  const source: Source | null =
    (products.length > 0 ? visit.products : visit.home?.page) ?? visit.meta?.page ?? null
  return category && source
    ? factOf(category, 'inferred', source, 'product types, titles, tags, collections, about')
    : null
}

/** The one category that the text supports most clearly. */
function winnerOf(votes: Votes): Category | null {
  const [first, second] = [...votes].toSorted((a, b) => b[1] - a[1])
  return first && first[1] > (second?.[1] ?? 0) ? first[0] : null
}

function merge(into: Votes, votes: Votes, weight: number): void {
  for (const [category, count] of votes)
    into.set(category, (into.get(category) ?? 0) + count * weight)
}

/**
 * The product type is the merchant's own classification. In a title the last words name the
 * product. Tags describe everything.
 */
function productWinner({
  title,
  productType,
  tags,
}: CategoryInput['products'][number]): Category | null {
  const votes: Votes = new Map()
  merge(votes, votesOf(title.slice(0, 200)), 2)
  merge(votes, votesOf((productType ?? '').slice(0, 100)), 4)
  const fromTags = winnerOf(votesOf(tags.slice(0, 15).join(' | ').slice(0, 300)))
  if (fromTags) merge(votes, new Map([[fromTags, 1]]), 1)
  return winnerOf(votes)
}

/**
 * What a shop mainly sells: each product, collection and sentence has a vote. `high` = at least
 * five products agree, and seven of ten that say anything. `medium` = three agree, and most. `low`
 * = the shop's own description, or a narrow lead. Null for shops with mixed goods.
 */
export function categoryOf(
  input: CategoryInput,
): { id: Category; confidence: CategoryConfidence } | null {
  const products = input.products.slice(0, MAX_PRODUCTS)
  const byProduct: Votes = new Map()
  for (const product of products) {
    const winner = productWinner(product)
    if (winner) byProduct.set(winner, (byProduct.get(winner) ?? 0) + 1)
  }
  const total: Votes = new Map(byProduct)
  for (const collection of input.collections.slice(0, MAX_COLLECTIONS)) {
    const winner = winnerOf(votesOf(collection.slice(0, 100)))
    if (winner) merge(total, new Map([[winner, 1]]), 1)
  }
  merge(total, normalised(votesOf((input.name ?? '').slice(0, 100))), 1)
  merge(total, normalised(votesOf((input.about ?? '').slice(0, 600))), 2)
  const best = winnerOf(total)
  if (!best) return null
  const confidence = confidenceOf(best, byProduct, total, products.length)
  return confidence ? { id: best, confidence } : null
}

/** Each text counts as one vote, however long it is. */
function normalised(votes: Votes): Votes {
  const sum = [...votes.values()].reduce((all, count) => all + count, 0)
  return new Map([...votes].map(([category, count]) => [category, count / sum]))
}

function confidenceOf(
  best: Category,
  byProduct: Votes,
  total: Votes,
  products: number,
): CategoryConfidence | null {
  const sum = (votes: Votes) => [...votes.values()].reduce((all, count) => all + count, 0)
  const agreeing = byProduct.get(best) ?? 0
  const known = sum(byProduct)
  const share = (total.get(best) ?? 0) / sum(total)
  if (agreeing >= 5 && agreeing / known >= 0.7 && known / products >= 0.4 && share >= 0.6)
    return 'high'
  if (agreeing >= 3 && share >= 0.55 && known / products >= 0.25) return 'medium'
  return (total.get(best) ?? 0) >= 2 && share >= 0.5 ? 'low' : null
}

const COLLECTION = /(?:^|\/)collections\/([^/?#]+?)(?:\.html)?(?:[/?#]|$)/
const EVERYTHING = /^(?:all|frontpage|vendors|types|best-?sellers?|new.*|sale|featured)$/

/** Handles of the collections that the home page links to. */
function collectionsOf({ home }: ParsedVisit): string[] {
  const handles = (home?.scan.links ?? []).flatMap(({ href }) => COLLECTION.exec(href)?.[1] ?? [])
  return [...new Set(handles)].filter((handle) => !EVERYTHING.test(handle))
}

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
  for (const word of wordSet(CATEGORY_WORDS[category])) {
    if (word.endsWith('*')) add(beginnings, word.slice(0, -1), category)
    else if (word.startsWith('*')) add(endings, word.slice(1), category)
    else add(exact, word.replace('_', ' '), category)
  }
}

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

type Votes = Map<Category, number>

/**
 * How strongly a text supports each category. Pairs of words count twice; a word of several
 * categories is split among them.
 */
function votesOf(text: string): Votes {
  const votes: Votes = new Map()
  const words = foldedWords(text)
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
      (give(exact.get(`${word} ${next}`), 2) ||
        give(exact.get(`${word} ${next.replace(/s$/, '')}`), 2))
    if (isPair) at++
    else give(entriesOf(word), 1)
  }
  return votes
}
