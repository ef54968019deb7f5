import {
  MAX_LIST_VALUES,
  MAX_SEARCHED_WORDS,
  storeColumns,
} from '#server/catalog/search/store-columns.ts'
import type { IndexedStore } from '#server/catalog/search/store-rows.ts'
import type { ColumnKey, Item } from '#server/catalog/search/store-values.ts'
import { foldText } from '#server/catalog/search/text-folding.ts'
import {
  type GrowableArray,
  growableFloat64,
  growableUint16,
  growableUint32,
  growableUint8,
} from './growable-arrays.ts'
import {
  createWordDictionary,
  createWordReader,
  type WordCodes,
  type WordDictionary,
} from './word-dictionary.ts'

/** One value of a closed or open set per store; 0 = not known. */
export type CodeColumn = { kind: 'code'; dictionary: Dictionary; codes: GrowableArray<Uint32Array> }
/**
 * Several values per store, as a slice of a pool; the length `UNKNOWN_LENGTH` = not known, 0 =
 * known to be empty.
 */
export type ListColumn = {
  kind: 'list'
  dictionary: Dictionary
  starts: GrowableArray<Uint32Array>
  lengths: GrowableArray<Uint16Array>
  /**
   * For each store the combined bits of its codes (`bitOf`): a missing bit proves that the code is
   * missing.
   */
  bits: GrowableArray<Uint32Array>
  pool: GrowableArray<Uint32Array>
  used: number
}
/** NaN = not known. */
export type NumberColumn = { kind: 'number'; numbers: GrowableArray<Float64Array> }
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

export const UNKNOWN_LENGTH = 0xffff

/** `expected` = how many stores there will be. */
export const createColumn: Record<Column['kind'], (expected?: number) => Column> = {
  code: (expected) => ({
    kind: 'code',
    dictionary: createDictionary(),
    codes: growableUint32(expected),
  }),
  list: (expected) => ({
    kind: 'list',
    dictionary: createDictionary(),
    starts: growableUint32(expected),
    lengths: growableUint16(expected),
    bits: growableUint32(expected),
    pool: growableUint32(expected),
    used: 0,
  }),
  number: (expected) => ({ kind: 'number', numbers: growableFloat64(expected) }),
  words(expected) {
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

export function setValue(column: Column, key: ColumnKey, store: IndexedStore, row: number): void {
  const rule = storeColumns[key]
  if (column.kind === 'words' && rule.kind === 'words') setWords(column, row, rule.read(store))
  if (column.kind === 'code' && rule.kind === 'code') setCode(column, row, rule.read(store))
  if (column.kind === 'list' && rule.kind === 'list') setList(column, row, rule.read(store))
  if (column.kind === 'number' && rule.kind === 'number') setNumber(column, row, rule.read(store))
}

/** All codes share 32 bits. */
export const bitOf = (code: number): number => 1 << (code & 31)

const codeOf = (dictionary: Dictionary, item: Item) =>
  typeof item === 'string' ? dictionary.codeOf(item) : dictionary.codeOf(item.value, item.label)

function setCode({ dictionary, codes }: CodeColumn, row: number, item: Item | null): void {
  codes.reserve(row)
  codes.values[row] = item === null ? 0 : codeOf(dictionary, item)
}

function setList(column: ListColumn, row: number, items: readonly Item[] | null): void {
  const start = column.used
  let bits = 0
  for (const item of items ?? []) {
    const code = codeOf(column.dictionary, item)
    // Without its bit the code is certainly new.
    const isKnown = (bits & bitOf(code)) !== 0 && hasCode(column, start, code)
    if (isKnown) continue
    if (column.used - start === MAX_LIST_VALUES) break
    bits |= bitOf(code)
    column.pool.reserve(column.used)
    column.pool.values[column.used++] = code
  }
  column.starts.reserve(row)
  column.starts.values[row] = start
  column.lengths.reserve(row)
  column.lengths.values[row] = items === null ? UNKNOWN_LENGTH : column.used - start
  column.bits.reserve(row)
  column.bits.values[row] = bits
}

function hasCode({ pool, used }: ListColumn, start: number, code: number): boolean {
  for (let at = start; at < used; at++) if (pool.values[at] === code) return true
  return false
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

function setNumber({ numbers }: NumberColumn, row: number, value: number | null): void {
  numbers.reserve(row)
  numbers.values[row] = value ?? Number.NaN
}

/** Numbered from 1; 0 means "not known". */
export type Dictionary = {
  codeOf: (value: string, label?: string) => number
  find: (value: string) => number | undefined
  valueAt: (code: number) => string
  labelAt: (code: number) => string | null
  /** The folded display label; cached on first use. */
  foldedAt: (code: number) => string
  size: () => number
}

/** `perMap`: the engine's maps end at 2^24 entries, so a further map takes further values. */
export function createDictionary(perMap = 2 ** 23): Dictionary {
  const maps = [new Map<string, number>()]
  const values: string[] = ['']
  const labels: (string | null)[] = [null]
  const folded: string[] = []
  const find = (value: string): number | undefined => {
    for (const codes of maps) {
      const code = codes.get(value)
      if (code !== undefined) return code
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
    size: () => values.length,
  }
}
