import { ANY, type FilterChoice, type FilterKey, NONE } from '#contracts/catalog/store-filters.ts'
import {
  type CodeColumn,
  type Column,
  type Dictionary,
  type ListColumn,
  tableSize,
  UNKNOWN_NUMBER,
  type WordColumn,
} from './columns/columns.ts'
import { rentUint8 } from './columns/array-pool.ts'
import { EMPTY_LIST, UNKNOWN_LIST } from './columns/list-dictionary.ts'
import type { ReadNumbers } from './row-scores.ts'
import type { RowTest } from './row-set.ts'
import { inSlices } from './scheduling.ts'
import { findWords } from './columns/word-search.ts'
import { spanOf } from '#server/catalog/search/choices.ts'
import { searchWords } from '#server/catalog/search/text-folding.ts'

/** Clears the bits of rows that fail one filter; `first` = how many words come before these. */
export type RowFilter = (words: Int32Array, first: number) => void

export function filterBy(passes: RowTest): RowFilter {
  return (words, first) => {
    for (let at = 0; at < words.length; at++) {
      let left = words[at] ?? 0
      let kept = left
      while (left !== 0) {
        const lowest = left & -left
        if (!passes(32 * (first + at) + 31 - Math.clz32(lowest))) kept ^= lowest
        left ^= lowest
      }
      words[at] = kept
    }
  }
}

/** `rows` = about how many it will test: a table of all values has to be worth making. */
export type FilterUse = { rows: number; rented: DisposableStack }

/** Rented arrays are added to `rented`: the filter ends with them. */
export async function createRowFilter(
  key: FilterKey,
  column: Column,
  choice: FilterChoice,
  use: FilterUse,
): Promise<RowFilter> {
  switch (column.kind) {
    case 'code':
      return createCodeFilter(column, choice)
    case 'list':
      return createListFilter(column, choice, use)
    case 'words':
      return createWordFilter(column, choice, use)
    case 'number':
      return createNumberFilter(key, column, choice, use)
    default:
      return column satisfies never
  }
}

function createCodeFilter(
  { codes, dictionary }: CodeColumn,
  { include, exclude, unknown }: FilterChoice,
): RowFilter {
  const accepted = new Uint8Array(dictionary.size())
  if (include.length === 0 && exclude.length > 0) accepted.fill(1)
  for (const value of include) mark(accepted, dictionary, value, 1)
  for (const value of exclude) mark(accepted, dictionary, value, 0)
  accepted[0] = unknown ? 1 : 0
  return (words, first) => codes.keep(words, first, accepted)
}

function mark(marks: Uint8Array, dictionary: Dictionary, value: string, as: number): void {
  const code = dictionary.find(value)
  if (code !== undefined) marks[code] = as
}

const INCLUDED = 1
const EXCLUDED = 2

async function createListFilter(
  column: ListColumn,
  choice: FilterChoice,
  { rows, rented }: FilterUse,
): Promise<RowFilter> {
  const { codes, lists } = column
  const passes = createListTest(column, choice)
  const size = lists.size()
  if (rows < size) return filterBy((row) => passes(codes.at(row)))
  const accepted = rented.use(rentUint8(size)).values.subarray(0, size)
  await inSlices(size, (from, to) => {
    for (let list = from; list < to; list++) accepted[list] = passes(list) ? 1 : 0
  })
  return (words, first) => codes.keep(words, first, accepted)
}

function createListTest(
  { dictionary, lists }: ListColumn,
  { include, exclude, unknown }: FilterChoice,
): (list: number) => boolean {
  const marks = new Uint8Array(dictionary.size())
  for (const value of include) mark(marks, dictionary, value, INCLUDED)
  for (const value of exclude) mark(marks, dictionary, value, EXCLUDED)
  const [wantsAll, filtersKnown] = [include.length === 0, !isEmpty({ include, exclude })]
  const [wantsAny, wantsNone] = [include.includes(ANY), include.includes(NONE)]
  const [refusesAny, refusesNone] = [exclude.includes(ANY), exclude.includes(NONE)]
  const [starts, pool] = [lists.starts(), lists.pool()]
  return (list) => {
    if (list === UNKNOWN_LIST) return unknown
    if (!filtersKnown) return false
    if (list === EMPTY_LIST) return !refusesNone && (wantsAll || wantsNone)
    let isIncluded = wantsAll || wantsAny
    for (let at = starts[list] ?? 0; at < (starts[list + 1] ?? 0); at++) {
      const found = marks[pool[at] ?? 0]
      if (found === EXCLUDED) return false
      if (found === INCLUDED) isIncluded = true
    }
    return isIncluded && !refusesAny
  }
}

/** Every word has to begin or end a word of the store, or occur within one when it is long. */
async function createWordFilter(
  column: WordColumn,
  { include }: FilterChoice,
  { rented }: FilterUse,
): Promise<RowFilter> {
  const words = searchWords(include.join(' '))
  const size = column.dictionary.size()
  const hits = rented.use(rentUint8(size)).values.fill(0, 0, size)
  for (const [at, word] of words.entries())
    await findWords(column.dictionary, word, (code) => (hits[code] = (hits[code] ?? 0) | (1 << at)))
  const all = (1 << words.length) - 1
  const [start, length, codes] = [column.starts.values, column.lengths.values, column.pool.values]
  return filterBy((row) => {
    let found = 0
    const from = start[row] ?? 0
    const end = from + (length[row] ?? 0)
    for (let at = from; at < end; at++) found |= hits[codes[at] ?? 0] ?? 0
    return words.length > 0 && found === all
  })
}

export function createNumberFilter(
  key: FilterKey,
  { numbers, base }: ReadNumbers,
  choice: FilterChoice,
  { rows }: Pick<FilterUse, 'rows'>,
): RowFilter {
  const included = endsOf(key, choice.include)
  const excluded = endsOf(key, choice.exclude)
  const [includesAll, filtersKnown] = [choice.include.length === 0, !isEmpty(choice)]
  const passes = (kept: number): boolean => {
    if (kept === UNKNOWN_NUMBER) return choice.unknown
    const value = kept - 1 + base
    return filtersKnown && !isWithin(value, excluded) && (includesAll || isWithin(value, included))
  }
  const size = tableSize([...included, ...excluded], base)
  if (rows < size) return filterBy((row) => passes(numbers.at(row)))
  const accepted = new Uint8Array(size)
  for (let kept = 0; kept < size; kept++) accepted[kept] = passes(kept) ? 1 : 0
  return (words, first) => numbers.keep(words, first, accepted)
}

const isEmpty = ({ include, exclude }: Omit<FilterChoice, 'unknown'>) =>
  include.length === 0 && exclude.length === 0

/** The two ends of each span. */
const endsOf = (key: FilterKey, texts: readonly string[]): Float64Array =>
  Float64Array.from(
    texts.flatMap((text) => {
      const span = spanOf(key, text)
      return span ? [span[0] ?? -Infinity, span[1] ?? Infinity] : []
    }),
  )

function isWithin(value: number, ends: Float64Array): boolean {
  for (let at = 0; at < ends.length; at += 2)
    if (value >= (ends[at] ?? 0) && value <= (ends[at + 1] ?? 0)) return true
  return false
}
