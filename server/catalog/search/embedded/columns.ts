import { type Item, MAX_SEARCHED_WORDS } from '#server/catalog/search/store-columns.ts'
import { createDictionary, type Dictionary } from './dictionary.ts'
import { createGrowableArray, type GrowableArray } from './growable-arrays.ts'
import { createWordReader, type WordCodes } from './word-codes.ts'
import { createWordDictionary, type WordDictionary } from './word-dictionary.ts'

/** One value of a closed or open set per store; 0 = not known. */
export type CodeColumn = { kind: 'code'; dictionary: Dictionary; codes: GrowableArray<Uint32Array> }
/** Several values per store, as a slice of a pool; the length `UNKNOWN_LENGTH` = not known, 0 = known to be empty. */
export type ListColumn = {
  kind: 'list'
  dictionary: Dictionary
  starts: GrowableArray<Uint32Array>
  lengths: GrowableArray<Uint16Array>
  /** For each store the combined bits of its codes (`bitOf`): a missing bit proves that the code is missing. */
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
const MAX_LIST = 400

export const createCodeColumn = (): CodeColumn => ({
  kind: 'code',
  dictionary: createDictionary(),
  codes: createGrowableArray((length) => new Uint32Array(length)),
})

export const createListColumn = (): ListColumn => ({
  kind: 'list',
  dictionary: createDictionary(),
  starts: createGrowableArray((length) => new Uint32Array(length)),
  lengths: createGrowableArray((length) => new Uint16Array(length)),
  bits: createGrowableArray((length) => new Uint32Array(length)),
  pool: createGrowableArray((length) => new Uint32Array(length)),
  used: 0,
})

export const createNumberColumn = (): NumberColumn => ({
  kind: 'number',
  numbers: createGrowableArray((length) => new Float64Array(length)),
})

export function createWordColumn(): WordColumn {
  const dictionary = createWordDictionary()
  return {
    kind: 'words',
    dictionary,
    read: createWordReader(dictionary, MAX_SEARCHED_WORDS),
    starts: createGrowableArray((length) => new Uint32Array(length)),
    lengths: createGrowableArray((length) => new Uint8Array(length)),
    pool: createGrowableArray((length) => new Uint32Array(length)),
    used: 0,
  }
}

/** All codes share 32 bits. */
export const bitOf = (code: number): number => 1 << (code & 31)

const codeOf = (dictionary: Dictionary, item: Item) =>
  typeof item === 'string' ? dictionary.codeOf(item) : dictionary.codeOf(item.value, item.label)

export const setCode = ({ dictionary, codes }: CodeColumn, row: number, item: Item | null): void =>
  codes.set(row, item === null ? 0 : codeOf(dictionary, item))

export function setList(column: ListColumn, row: number, items: readonly Item[] | null): void {
  const codes = items === null ? [] : [...new Set(items.map((item) => codeOf(column.dictionary, item)))]
  const stored = codes.slice(0, MAX_LIST)
  column.starts.set(row, column.used)
  column.lengths.set(row, items === null ? UNKNOWN_LENGTH : stored.length)
  column.bits.set(
    row,
    stored.reduce((bits, code) => bits | bitOf(code), 0),
  )
  for (const code of stored) column.pool.set(column.used++, code)
}

export function setWords(column: WordColumn, row: number, texts: readonly string[]): void {
  const { values, count } = column.read(texts)
  column.starts.set(row, column.used)
  column.lengths.set(row, count)
  for (let at = 0; at < count; at++) column.pool.set(column.used++, values[at] ?? 0)
}

export const setNumber = ({ numbers }: NumberColumn, row: number, value: number | null): void =>
  numbers.set(row, value ?? Number.NaN)
