import {
  type FilterKey,
  filterKeys,
  type FilterRule,
  filterValue,
  storeFilters,
} from '#contracts/catalog/store-filters.ts'
import type { IndexedStore } from './store-rows.ts'
import {
  type ColumnKey,
  type Item,
  type MarkKey,
  type PersonalKey,
  storeValues,
} from './store-values.ts'

type Read<Kind extends string, Value> = { kind: Kind; read: (store: IndexedStore) => Value }
/** How an engine keeps a filter's values. */
export type ColumnRule =
  | Read<'code', Item | null>
  | Read<'list', readonly Item[] | null>
  | Read<'number', number | null>
  | Read<'words', readonly string[]>

/** An engine keeps this many values of a longer list. */
export const MAX_LIST_VALUES = 400
/** Further words of a store are not found. */
export const MAX_SEARCHED_WORDS = 80

export const isPersonal = (key: FilterKey): key is PersonalKey =>
  storeFilters[key].section === 'mine'
export const isMark = (key: FilterKey): key is MarkKey =>
  isPersonal(key) && key !== 'isNew' && key !== 'score'
export const markKeys = filterKeys.filter(isMark)
/** Whether a store may have several of its values. */
export const isManyMark = (key: FilterKey): key is MarkKey =>
  isMark(key) && storeFilters[key].kind === 'options'
const hasColumn = (key: FilterKey): key is ColumnKey => !isPersonal(key)
export const columnKeys = filterKeys.filter(hasColumn)

export const mapColumns = <Value>(make: (key: ColumnKey) => Value): Record<ColumnKey, Value> =>
  // Safe: the keys are those of the type.
  Object.fromEntries(columnKeys.map((key) => [key, make(key)])) as Record<ColumnKey, Value>

const sources: Record<ColumnKey, { value: (store: IndexedStore) => unknown }> = storeValues
// Safe: `storeValues` has the value that the filter's kind wants, as its type says.
const valueOf = <Value>(key: ColumnKey) => sources[key].value as (store: IndexedStore) => Value

export const storeColumns = mapColumns((key): ColumnRule => {
  const filter: FilterRule = storeFilters[key]
  switch (filter.kind) {
    case 'options': {
      const isFree = !filter.values && !filter.codes
      if (filter.isMany) {
        const read = valueOf<readonly Item[] | null>(key)
        return { kind: 'list', read: isFree ? (store) => cleanedList(read(store)) : read }
      }
      const read = valueOf<Item | null>(key)
      return { kind: 'code', read: isFree ? (store) => cleaned(read(store)) : read }
    }
    case 'yesNo': {
      const read = valueOf<boolean | null>(key)
      return { kind: 'code', read: (store) => answerOf(read(store)) }
    }
    case 'range':
    case 'days':
      return { kind: 'number', read: valueOf(key) }
    case 'text':
      return { kind: 'words', read: valueOf(key) }
    default:
      return filter satisfies never
  }
})

function answerOf(answer: boolean | null): string | null {
  return answer === null ? null : answer ? 'yes' : 'no'
}

export const valueIn = (item: Item): string => (typeof item === 'string' ? item : item.value)

/** Nearly all are clean, and there are millions. */
function cleanedList(items: readonly Item[] | null): readonly Item[] | null {
  if (items === null || items.every((item) => cleaned(item) === item)) return items
  return items.flatMap((item) => cleaned(item) ?? [])
}

/** A published word as the address writes it; null when nothing remains. */
function cleaned(item: Item | null): Item | null {
  if (item === null) return null
  const text = valueIn(item)
  const value = filterValue(text)
  if (value === '') return null
  return value === text ? item : typeof item === 'string' ? value : { ...item, value }
}
