import { ANY, type FilterChoice, type FilterKey, NONE } from '#contracts/catalog/store-filters.ts'
import {
  type CodeColumn,
  type Column,
  type Dictionary,
  type ListColumn,
  UNKNOWN_NUMBER,
  type WordColumn,
} from './columns.ts'
import { rentUint8 } from './array-pool.ts'
import { EMPTY_LIST, UNKNOWN_LIST } from './list-dictionary.ts'
import type { ReadNumbers } from './row-scores.ts'
import { ROWS_PER_SLICE } from './scheduling.ts'
import { findWords } from './word-search.ts'
import { spanOf } from '#server/catalog/search/choices.ts'
import { searchWords } from '#server/catalog/search/text-folding.ts'

/**
 * Tests rows against one filter: writes 1 or 0 for each, in their order. Whole runs of rows keep
 * the loop within one kind of column.
 */
export type RowFilter = (rows: Uint32Array, passes: Uint8Array) => void

/** Rented arrays are added to `rented`: the filter ends with them. */
export async function createRowFilter(
  key: FilterKey,
  column: Column,
  choice: FilterChoice,
  rented: DisposableStack,
): Promise<RowFilter> {
  switch (column.kind) {
    case 'code':
      return createCodeFilter(column, choice)
    case 'list':
      return createListFilter(column, choice, rented)
    case 'words':
      return createWordFilter(column, choice, rented)
    case 'number':
      return createNumberFilter(key, column, choice)
    default:
      return column satisfies never
  }
}

/** What a column holds for the rows at hand: no test waits between reading and using it. */
const held = new Uint32Array(ROWS_PER_SLICE)

function createCodeFilter(
  { codes, dictionary }: CodeColumn,
  { include, exclude, unknown }: FilterChoice,
): RowFilter {
  const accepted = new Uint8Array(dictionary.size())
  if (include.length === 0 && exclude.length > 0) accepted.fill(1)
  for (const value of include) mark(accepted, dictionary, value, 1)
  for (const value of exclude) mark(accepted, dictionary, value, 0)
  accepted[0] = unknown ? 1 : 0
  return (rows, passes) => {
    codes.read(rows, held)
    for (let at = 0; at < rows.length; at++) passes[at] = accepted[held[at] ?? 0] ?? 0
  }
}

function mark(marks: Uint8Array, dictionary: Dictionary, value: string, as: number): void {
  const code = dictionary.find(value)
  if (code !== undefined) marks[code] = as
}

const INCLUDED = 1
const EXCLUDED = 2
const PASSES = 1
const FAILS = 2

/** Each list is tested when its first row comes. */
function createListFilter(
  column: ListColumn,
  choice: FilterChoice,
  rented: DisposableStack,
): RowFilter {
  const size = column.lists.size()
  const verdicts = rented.use(rentUint8(size)).values.fill(0, 0, size)
  const test = createListTest(column, choice)
  return (rows, passes) => {
    column.codes.read(rows, held)
    for (let at = 0; at < rows.length; at++) {
      const list = held[at] ?? 0
      const verdict = (verdicts[list] ||= test(list) ? PASSES : FAILS)
      passes[at] = verdict & PASSES
    }
  }
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
  rented: DisposableStack,
): Promise<RowFilter> {
  const words = searchWords(include.join(' '))
  const size = column.dictionary.size()
  const hits = rented.use(rentUint8(size)).values.fill(0, 0, size)
  for (const [at, word] of words.entries())
    await findWords(column.dictionary, word, (code) => (hits[code] = (hits[code] ?? 0) | (1 << at)))
  const all = (1 << words.length) - 1
  const [start, length, codes] = [column.starts.values, column.lengths.values, column.pool.values]
  return (rows, passes) => {
    for (let place = 0; place < rows.length; place++) {
      const row = rows[place] ?? 0
      let found = 0
      const from = start[row] ?? 0
      const end = from + (length[row] ?? 0)
      for (let at = from; at < end; at++) found |= hits[codes[at] ?? 0] ?? 0
      passes[place] = words.length > 0 && found === all ? 1 : 0
    }
  }
}

export function createNumberFilter(
  key: FilterKey,
  { numbers, base }: ReadNumbers,
  choice: FilterChoice,
): RowFilter {
  const included = endsOf(key, choice.include)
  const excluded = endsOf(key, choice.exclude)
  const [includesAll, filtersKnown] = [choice.include.length === 0, !isEmpty(choice)]
  const unknown = choice.unknown ? 1 : 0
  return (rows, passes) => {
    numbers.read(rows, held)
    for (let at = 0; at < rows.length; at++) {
      const kept = held[at] ?? UNKNOWN_NUMBER
      const value = kept - 1 + base
      if (kept === UNKNOWN_NUMBER) passes[at] = unknown
      else
        passes[at] =
          filtersKnown && !isWithin(value, excluded) && (includesAll || isWithin(value, included))
            ? 1
            : 0
    }
  }
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
