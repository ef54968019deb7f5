import type { StoreSort } from '#contracts/stores/stores.ts'
import type { PageEnd } from '#server/catalog/search/cursor.ts'
import type { StoreOrder } from '#server/catalog/search/search.ts'
import { storeIdAt, type StoreTable } from './store-table.ts'

/** Negative when row `a` comes before row `b`. Unknown values come last in both directions. */
export type Compare = (a: number, b: number) => number

export function compareRows(table: StoreTable, { sortBy, direction }: StoreOrder): Compare {
  const columns = table.sorts[sortBy].map(({ values }) => values)
  const ids = table.ids.values
  const sign = direction === 'asc' ? 1 : -1
  return (a, b) => {
    for (const values of columns) {
      const order = compareKeys(values[a] ?? Number.NaN, values[b] ?? Number.NaN, sign)
      if (order !== 0) return order
    }
    return ((ids[a] ?? 0) - (ids[b] ?? 0)) * sign
  }
}

function compareKeys(a: number, b: number, sign: number): number {
  if (a < b) return -sign
  if (a > b) return sign
  if (a === b) return 0
  const [isUnknownA, isUnknownB] = [Number.isNaN(a), Number.isNaN(b)]
  return isUnknownA === isUnknownB ? 0 : isUnknownA ? 1 : -1
}

/** The first sort key, negated if needed so that smaller comes first in either direction. */
export const firstKeyOf = (table: StoreTable, order: StoreOrder): ((row: number) => number) =>
  keyAt(table, order, 0)

/** The sort key at a level, as `firstKeyOf`; the last level is the store's id, which no two rows share. */
export function keyAt(
  table: StoreTable,
  { sortBy, direction }: StoreOrder,
  level: number,
): (row: number) => number {
  const { values } = table.sorts[sortBy][level] ?? table.ids
  const sign = direction === 'asc' ? 1 : -1
  return (row) => {
    const key = values[row] ?? Number.NaN
    return Number.isNaN(key) ? Infinity : key * sign
  }
}

/** Whether a row comes after the position. */
export function comesAfter(
  table: StoreTable,
  { sortBy, direction }: StoreOrder,
  { keys, id }: PageEnd,
): (row: number) => boolean {
  const columns = table.sorts[sortBy].map(({ values }) => values)
  const ids = table.ids.values
  const sign = direction === 'asc' ? 1 : -1
  return (row) => {
    for (const [at, values] of columns.entries()) {
      const order = compareKeys(values[row] ?? Number.NaN, keys[at] ?? Number.NaN, sign)
      if (order !== 0) return order > 0
    }
    return ((ids[row] ?? 0) - id) * sign > 0
  }
}

export function pageEndOf(table: StoreTable, sortBy: StoreSort, row: number): PageEnd {
  const keys = table.sorts[sortBy].map(({ values }) => {
    const key = values[row] ?? Number.NaN
    return Number.isNaN(key) ? null : key
  })
  return { keys, id: storeIdAt(table, row) }
}
