import { ANY, type FilterChoice, type FilterKey, NONE } from '#contracts/catalog/store-filters.ts'
import {
  bitOf,
  type CodeColumn,
  type Column,
  type Dictionary,
  type ListColumn,
  type NumberColumn,
  UNKNOWN_LENGTH,
  type WordColumn,
} from './columns.ts'
import { rentUint8 } from './array-pool.ts'
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
      return createListFilter(column, choice)
    case 'words':
      return createWordFilter(column, choice, rented)
    case 'number':
      return createNumberFilter(key, column, choice)
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
  const { values } = codes
  return (rows, passes) => {
    for (let at = 0; at < rows.length; at++) passes[at] = accepted[values[rows[at] ?? 0] ?? 0] ?? 0
  }
}

function mark(marks: Uint8Array, dictionary: Dictionary, value: string, as: number): void {
  const code = dictionary.find(value)
  if (code !== undefined) marks[code] = as
}

/** This many codes, including the unused 0, share no bits. */
const EXACT_BITS = 33
const INCLUDED = 1
const EXCLUDED = 2

function createListFilter(
  column: ListColumn,
  { include, exclude, unknown }: FilterChoice,
): RowFilter {
  const { dictionary, starts, lengths, pool } = column
  const marks = new Uint8Array(dictionary.size())
  const [includedBits, excludedBits] = [bitsOf(dictionary, include), bitsOf(dictionary, exclude)]
  for (const value of include) mark(marks, dictionary, value, INCLUDED)
  for (const value of exclude) mark(marks, dictionary, value, EXCLUDED)
  const areBitsExact = dictionary.size() <= EXACT_BITS
  const [wantsAny, wantsNone] = [include.includes(ANY), include.includes(NONE)]
  const [refusesAny, refusesNone] = [exclude.includes(ANY), exclude.includes(NONE)]
  const filtersKnown = include.length > 0 || exclude.length > 0
  const [start, length, codes] = [starts.values, lengths.values, pool.values]
  const bits = column.bits.values
  const passesRow = (row: number): boolean => {
    const count = length[row] ?? UNKNOWN_LENGTH
    if (count === UNKNOWN_LENGTH) return unknown
    if (!filtersKnown || (count === 0 ? refusesNone : refusesAny)) return false
    let isIncluded = include.length === 0 || (count === 0 ? wantsNone : wantsAny)
    const own = bits[row] ?? 0
    if (areBitsExact)
      return (own & excludedBits) === 0 && (isIncluded || (own & includedBits) !== 0)
    if ((own & (isIncluded ? excludedBits : excludedBits | includedBits)) === 0) return isIncluded
    const from = start[row] ?? 0
    for (let at = from; at < from + count; at++) {
      const found = marks[codes[at] ?? 0]
      if (found === EXCLUDED) return false
      if (found === INCLUDED) isIncluded = true
    }
    return isIncluded
  }
  return (rows, passes) => {
    for (let at = 0; at < rows.length; at++) passes[at] = passesRow(rows[at] ?? 0) ? 1 : 0
  }
}

const bitsOf = (dictionary: Dictionary, values: readonly string[]): number =>
  values.reduce((bits, value) => {
    const code = dictionary.find(value)
    return code === undefined ? bits : bits | bitOf(code)
  }, 0)

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

function createNumberFilter(
  key: FilterKey,
  { numbers }: NumberColumn,
  choice: FilterChoice,
): RowFilter {
  const included = endsOf(key, choice.include)
  const excluded = endsOf(key, choice.exclude)
  const [includesAll, filtersKnown] = [choice.include.length === 0, !isEmpty(choice)]
  const unknown = choice.unknown ? 1 : 0
  const { values } = numbers
  return (rows, passes) => {
    for (let at = 0; at < rows.length; at++) {
      const value = values[rows[at] ?? 0] ?? Number.NaN
      if (Number.isNaN(value)) passes[at] = unknown
      else
        passes[at] =
          filtersKnown && !isWithin(value, excluded) && (includesAll || isWithin(value, included))
            ? 1
            : 0
    }
  }
}

const isEmpty = ({ include, exclude }: FilterChoice) => include.length === 0 && exclude.length === 0

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
