import {
  type FilterKey,
  filterKeys,
  type FilterRule,
  filterValue,
  storeFilters,
} from '#contracts/stores/store-filters.ts'
import type { IndexedStore } from './store-rows.ts'
import { type ColumnKey, type Item, type PersonalKey, storeValues } from './store-values.ts'

type Read<Kind extends string, Value> = { kind: Kind; read: (store: IndexedStore) => Value }
/** How an engine keeps a filter's values. */
export type ColumnRule =
  | Read<'code', Item | null>
  | Read<'list', readonly Item[] | null>
  | Read<'number', number | null>
  /** What a search for words looks at. */
  | Read<'words', readonly string[]>

/** An engine keeps this many values of a longer list. */
export const MAX_LIST_VALUES = 400
/** Further words of a store are not found. */
export const MAX_SEARCHED_WORDS = 80

export const isPersonal = (key: FilterKey): key is PersonalKey =>
  storeFilters[key].section === 'mine'
const hasColumn = (key: FilterKey): key is ColumnKey => !isPersonal(key)
export const columnKeys = filterKeys.filter(hasColumn)

/** One entry for each filter that has a column. */
export const mapColumns = <Value>(make: (key: ColumnKey) => Value): Record<ColumnKey, Value> =>
  // Safe: the keys are those of the type.
  Object.fromEntries(columnKeys.map((key) => [key, make(key)])) as Record<ColumnKey, Value>

const sources: Record<ColumnKey, { value: (store: IndexedStore) => unknown }> = storeValues
// Safe: `storeValues` has the value that the filter's kind wants, as its type says.
const valueOf = <Value>(key: ColumnKey) => sources[key].value as (store: IndexedStore) => Value

/** What an engine keeps of a store for each filter. */
export const storeColumns = mapColumns((key): ColumnRule => {
  const filter: FilterRule = storeFilters[key]
  switch (filter.kind) {
    case 'options':
      return (filter.isMany ? listRule : codeRule)(key, !filter.values && !filter.codes)
    case 'yesNo':
      return yesNoRule(valueOf(key))
    case 'range':
    case 'days':
      return { kind: 'number', read: valueOf(key) }
    case 'text':
      return { kind: 'words', read: valueOf(key) }
    default:
      return filter satisfies never
  }
})

function yesNoRule(answerOf: (store: IndexedStore) => boolean | null): ColumnRule {
  return {
    kind: 'code',
    read(store) {
      const answer = answerOf(store)
      return answer === null ? null : answer ? 'yes' : 'no'
    },
  }
}

function codeRule(key: ColumnKey, isFree: boolean): ColumnRule {
  const itemOf = valueOf<Item | null>(key)
  if (!isFree) return { kind: 'code', read: itemOf }
  return {
    kind: 'code',
    read(store) {
      const item = itemOf(store)
      return item === null ? null : cleaned(item)
    },
  }
}

function listRule(key: ColumnKey, isFree: boolean): ColumnRule {
  const itemsOf = valueOf<readonly Item[] | null>(key)
  if (!isFree) return { kind: 'list', read: itemsOf }
  return {
    kind: 'list',
    read(store) {
      const items = itemsOf(store)
      // Nearly all are clean, and there are millions.
      if (items === null || items.every(isClean)) return items
      return items.flatMap((item) => cleaned(item) ?? [])
    },
  }
}

export const valueIn = (item: Item): string => (typeof item === 'string' ? item : item.value)

const isClean = (item: Item): boolean => cleaned(item) === item

/** A published word as the address writes it; null when nothing of it is left. Closed lists and codes need none of this. */
function cleaned(item: Item): Item | null {
  const text = valueIn(item)
  const value = filterValue(text)
  if (value === '') return null
  return value === text ? item : typeof item === 'string' ? value : { ...item, value }
}
