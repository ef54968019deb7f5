import { storeFilters } from '#contracts/catalog/store-filters.ts'
import {
  MAX_LIST_VALUES,
  MAX_SEARCHED_WORDS,
  storeColumns,
} from '#server/catalog/search/store-columns.ts'
import type { IndexedStore } from '#server/catalog/search/store-rows.ts'
import type { ColumnKey, Item } from '#server/catalog/search/store-values.ts'
import { textKeys } from '#server/catalog/search/store-sorts.ts'
import { foldText } from '#server/catalog/search/text-folding.ts'
import { type GrowableArray, growableUint32, growableUint8 } from './growable-arrays.ts'
import { createListDictionary, type ListDictionary, UNKNOWN_LIST } from './list-dictionary.ts'
import {
  createWordDictionary,
  createWordReader,
  type WordCodes,
  type WordDictionary,
} from './word-dictionary.ts'
import { createWholeNumbers, type WholeNumbers } from './whole-numbers.ts'

/** One value of a closed or open set per store; 0 = not known. */
export type CodeColumn = { kind: 'code'; dictionary: Dictionary; codes: WholeNumbers }
/** The list of each store's values, by its number in `lists`. */
export type ListColumn = {
  kind: 'list'
  dictionary: Dictionary
  lists: ListDictionary
  codes: WholeNumbers
}
/** The number - `base` + 1; 0 = not known. */
export type NumberColumn = { kind: 'number'; base: number; numbers: WholeNumbers }
/** The words of each store, as a slice of a pool. */
export type WordColumn = {
  kind: 'words'
  dictionary: WordDictionary
  read: (texts: readonly string[]) => WordCodes
  starts: GrowableArray<Uint32Array>
  lengths: GrowableArray<Uint8Array>
  pool: GrowableArray<Uint32Array>
  used: number
}
export type Column = CodeColumn | ListColumn | NumberColumn | WordColumn

/** 1900-01-01, in days since 1970: later days fit into two bytes. */
const FIRST_DAY = -25_567

export const createColumn: Record<
  Column['kind'],
  (key: ColumnKey, /** How many stores there will be. */ expected?: number) => Column
> = {
  code: (_, expected) => ({
    kind: 'code',
    dictionary: createDictionary(),
    codes: createWholeNumbers(expected),
  }),
  list: (_, expected) => ({
    kind: 'list',
    dictionary: createDictionary(),
    lists: createListDictionary(),
    codes: createWholeNumbers(expected),
  }),
  number: (key, expected) => ({
    kind: 'number',
    base: storeFilters[key].kind === 'days' ? FIRST_DAY : 0,
    numbers: createWholeNumbers(expected),
  }),
  words(_, expected) {
    const dictionary = createWordDictionary()
    return {
      kind: 'words',
      dictionary,
      read: createWordReader(dictionary, MAX_SEARCHED_WORDS),
      starts: growableUint32(expected),
      lengths: growableUint8(expected),
      pool: growableUint32(expected),
      used: 0,
    }
  },
}

/** Writes a filter's value of a store; made once for all rows, which are millions. */
export function createWriter(
  column: Column,
  key: ColumnKey,
): (store: IndexedStore, row: number) => void {
  const rule = storeColumns[key]
  if (column.kind === 'words' && rule.kind === 'words')
    return (store, row) => setWords(column, row, rule.read(store))
  if (column.kind === 'code' && rule.kind === 'code')
    return (store, row) => setCode(column, row, rule.read(store))
  if (column.kind === 'list' && rule.kind === 'list')
    return (store, row) => setList(column, row, rule.read(store))
  if (column.kind === 'number' && rule.kind === 'number')
    return (store, row) => setNumber(column, row, rule.read(store))
  throw new Error(`the column of ${key} is of another kind`)
}

const codeOf = (dictionary: Dictionary, item: Item) =>
  typeof item === 'string' ? dictionary.codeOf(item) : dictionary.codeOf(item.value, item.label)

const setCode = ({ dictionary, codes }: CodeColumn, row: number, item: Item | null): void =>
  codes.set(row, item === null ? 0 : codeOf(dictionary, item))

function setList(column: ListColumn, row: number, items: readonly Item[] | null): void {
  let count = 0
  for (const item of items ?? []) {
    if (count === MAX_LIST_VALUES) break
    count = insertCode(codeOf(column.dictionary, item), count)
  }
  column.codes.set(row, items === null ? UNKNOWN_LIST : column.lists.codeOf(listed, count))
}

const listed = new Uint32Array(MAX_LIST_VALUES)

/** Into the first `count` codes of `listed`, in ascending order. @returns how many there are */
function insertCode(code: number, count: number): number {
  let at = count
  while (at > 0 && (listed[at - 1] ?? 0) > code) at--
  if (at > 0 && listed[at - 1] === code) return count
  for (let later = count; later > at; later--) listed[later] = listed[later - 1] ?? 0
  listed[at] = code
  return count + 1
}

function setWords(column: WordColumn, row: number, texts: readonly string[]): void {
  const { values, count } = column.read(texts)
  column.starts.reserve(row)
  column.starts.values[row] = column.used
  column.lengths.reserve(row)
  column.lengths.values[row] = count
  column.pool.reserve(column.used + count)
  for (let at = 0; at < count; at++) column.pool.values[column.used++] = values[at] ?? 0
}

export const UNKNOWN_NUMBER = 0
const MOST_NUMBER = 2 ** 32 - 2

/** Numbers beyond the ends count as these: no filter asks that far. */
const setNumber = ({ numbers, base }: NumberColumn, row: number, value: number | null): void =>
  numbers.set(
    row,
    value === null ? UNKNOWN_NUMBER : Math.min(Math.max(value - base, 0), MOST_NUMBER) + 1,
  )

/** A table by kept numbers whose last entry stands for all beyond the ends, which may be infinite. */
export const tableSize = (ends: Iterable<number>, base: number): number =>
  [...ends].reduce(
    (size, end) => (Number.isFinite(end) ? Math.max(size, Math.ceil(end) - base + 3) : size),
    UNKNOWN_NUMBER + 2,
  )

/** Of the rows that there are now; null = not known. */
export function createNumberReader({ numbers: { values }, base }: NumberColumn) {
  return (row: number): number | null => {
    const kept = values[row] ?? UNKNOWN_NUMBER
    return kept === UNKNOWN_NUMBER ? null : kept - 1 + base
  }
}

/** Numbered from 1; 0 means "not known". */
export type Dictionary = {
  codeOf: (value: string, label?: string) => number
  find: (value: string) => number | undefined
  valueAt: (code: number) => string
  labelAt: (code: number) => string | null
  /** The folded display label; cached on first use. */
  foldedAt: (code: number) => string
  /** A number that sorts like the beginning of the value; cached on first use. */
  sortKeyAt: (code: number) => number
  size: () => number
}

/** `perMap`: the engine's maps end at 2^24 entries, so a further map takes further values. */
export function createDictionary(perMap = 2 ** 23): Dictionary {
  const maps = [new Map<string, number>()]
  const values: string[] = ['']
  const labels: (string | null)[] = [null]
  const folded: string[] = []
  const sortKeys: number[] = []
  // Many columns hold the same few values again and again.
  let latest = ''
  let latestCode = 0
  const find = (value: string): number | undefined => {
    if (value === latest && latestCode !== 0) return latestCode
    for (const codes of maps) {
      const code = codes.get(value)
      if (code === undefined) continue
      latest = value
      latestCode = code
      return code
    }
    return undefined
  }
  return {
    codeOf(value, label) {
      const known = find(value)
      if (known !== undefined) return known
      const code = values.push(value) - 1
      if (code % perMap === 0) maps.push(new Map())
      maps.at(-1)?.set(value, code)
      // An equal label is kept once.
      labels.push(label === value ? value : (label ?? null))
      return code
    },
    find,
    valueAt: (code) => values[code] ?? '',
    labelAt: (code) => labels[code] ?? null,
    foldedAt: (code) => (folded[code] ??= foldText(labels[code] ?? values[code] ?? '')),
    sortKeyAt: (code) => (sortKeys[code] ??= textKeys(values[code] ?? '', 1)[0] ?? 0),
    size: () => values.length,
  }
}
