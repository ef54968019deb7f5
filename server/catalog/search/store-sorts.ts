import { StoreSort } from '#contracts/catalog/stores.ts'
import { columnKeys, storeColumns, valueIn } from './store-columns.ts'
import type { IndexedStore } from './store-rows.ts'
import { type ColumnKey, storeValues } from './store-values.ts'
import { foldText } from './text-folding.ts'

const BYTES_PER_KEY = 6
const NAME_KEYS = 4
const MAX_KEYS_BYTES = BYTES_PER_KEY * NAME_KEYS
const MAX_UTF8_BYTES = 3
const letters = new Uint8Array(MAX_KEYS_BYTES * MAX_UTF8_BYTES)
const encoder = new TextEncoder()

/**
 * The first 24 bytes of a text as numbers that sort like it: six bytes fit into a double without
 * loss.
 */
export function textKeys(text: string, count: number): number[] {
  const length = count * BYTES_PER_KEY
  const folded = foldText(text).trimStart()
  // A character has at least one byte; zeros follow a shorter text.
  const { written } = encoder.encodeInto(folded.slice(0, length), letters)
  letters.fill(0, written)
  const keys: number[] = []
  for (let start = 0; start < length; start += BYTES_PER_KEY) {
    let key = 0
    for (let at = start; at < start + BYTES_PER_KEY; at++) key = key * 256 + (letters[at] ?? 0)
    keys.push(key)
  }
  return keys
}

/**
 * The numbers that sort the stores, first key first; null = not known, which comes last in both
 * directions.
 */
type SortKeys = {
  count: number
  read: (store: IndexedStore) => readonly (number | null)[]
  /** The filter whose numbers these are. */
  column?: ColumnKey
  /** The filter whose values these are, cut to the letters that a key holds. */
  code?: ColumnKey
}

/** Orders by a filter's value; `store-values.ts` names them. */
type FilterSort = Exclude<(typeof storeValues)[ColumnKey]['sort'], undefined>

/** Orders by what is stored; a score follows from the profile that a question asks for. */
export type StoredSort = Exclude<StoreSort, 'score'>
export const storedSorts: readonly StoredSort[] = StoreSort.options.filter(
  (sort) => sort !== 'score',
)

const ownSorts: Record<Exclude<StoredSort, FilterSort>, SortKeys> = {
  foundAt: { count: 1, read: (store) => [store.found_at] },
  visibleAt: { count: 1, read: (store) => [store.visible_at] },
  name: { count: NAME_KEYS, read: (store) => textKeys(store.name, NAME_KEYS) },
}

const filterSorts = columnKeys.flatMap((key) => {
  const { sort } = storeValues[key]
  return sort === undefined ? [] : [[sort, sortByColumn(key)] as const]
})

// Safe: an order is one of a filter or one of the others, as their types say.
export const sortKeys = Object.fromEntries([...Object.entries(ownSorts), ...filterSorts]) as Record<
  StoredSort,
  SortKeys
>

/** By a number, or by the beginning of a text. */
function sortByColumn(key: ColumnKey): SortKeys {
  const rule = storeColumns[key]
  if (rule.kind === 'number') return { count: 1, read: (store) => [rule.read(store)], column: key }
  if (rule.kind !== 'code') throw new Error(`${key} has several values, which sort nothing`)
  return {
    count: 1,
    code: key,
    read(store) {
      const item = rule.read(store)
      return item === null ? [null] : textKeys(valueIn(item), 1)
    },
  }
}
