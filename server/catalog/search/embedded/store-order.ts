import type { StoreSort } from '#contracts/stores/stores.ts'
import type { PageEnd } from '#server/catalog/search/cursor.ts'
import type { StoreOrder } from '#server/catalog/search/search.ts'
import { inSlices } from './scheduling.ts'
import { type Compare, createTopRows } from './selection.ts'
import type { Scan } from './store-scan.ts'
import { storeIdAt, type StoreTable } from './store-table.ts'

/** Unknown values come last in both directions. */
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

/**
 * The sort key at a level, as `firstKeyOf`; the last level is the store's id, which no two rows
 * share.
 */
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

/** The cached first rows of a scan in some orders: the next page is often requested too. */
export type FirstRowsCache = {
  /** At least this many of the first rows, or all of them. */
  of: (order: StoreOrder, count: number) => Promise<readonly number[]>
  /** The same for a later version of the scan. */
  update: (later: Scan) => Promise<FirstRowsCache>
}

type CachedRows = { order: StoreOrder; count: number; rows: Promise<readonly number[]> }

/** Sorted at once. */
const MIN_CACHED_ROWS = 200

export function createFirstRowsCache(
  scan: Scan,
  updated: readonly CachedRows[] = [],
): FirstRowsCache {
  const cache = new Map(updated.map((entry) => [cacheKey(entry.order), entry]))
  return {
    of(order, count) {
      const cached = cache.get(cacheKey(order))
      if (cached && cached.count >= count) return cached.rows
      const rowCount = Math.max(count, MIN_CACHED_ROWS)
      const next = { order, count: rowCount, rows: findFirstRows(scan, order, rowCount) }
      cache.set(cacheKey(order), next)
      next.rows.catch(() => cache.delete(cacheKey(order)))
      return next.rows
    },
    async update(later) {
      const entries = await Promise.all(
        [...cache.values()].map((entry) => updateRows(scan, later, entry)),
      )
      return createFirstRowsCache(later, entries)
    },
  }
}

const cacheKey = ({ sortBy, direction }: StoreOrder): string => `${sortBy} ${direction}`

/**
 * Removes ended rows and inserts added ones in order. Rows beyond the last remaining one are
 * unknown, unless all were cached.
 */
async function updateRows(
  scan: Scan,
  later: Scan,
  { order, count, rows }: CachedRows,
): Promise<CachedRows> {
  const { table, version } = later
  const before = await rows
  const alive = before.filter((row) => (table.died.values[row] ?? 0) > version)
  const added = later.rows.subarray(later.rows.length - later.added)
  const inOrder = [...alive, ...added].toSorted(compareRows(table, order))
  const isWhole = before.length >= scan.rows.length
  return isWhole
    ? { order, count: Math.max(count, inOrder.length), rows: Promise.resolve(inOrder) }
    : { order, count: alive.length, rows: Promise.resolve(inOrder.slice(0, alive.length)) }
}

export async function findFirstRows(
  { table, rows }: Scan,
  order: StoreOrder,
  count: number,
  isAfter: (row: number) => boolean = () => true,
): Promise<number[]> {
  const first = createTopRows(count, compareRows(table, order))
  const keyOf = firstKeyOf(table, order)
  const isDownwards = order.direction === 'desc'
  let lastKey = Infinity
  await inSlices(rows.length, (from, to) => {
    for (let step = from; step < to; step++) {
      // Rows were mostly added in the order of time: starting with the best ones saves the heap
      // most of the others.
      const at = isDownwards ? rows.length - 1 - step : step
      const row = rows[at] ?? 0
      if (keyOf(row) > lastKey || !isAfter(row)) continue
      first.offer(row)
      const last = first.last()
      if (last !== undefined) lastKey = keyOf(last)
    }
  })
  return first.inOrder()
}
