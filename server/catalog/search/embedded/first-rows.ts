import type { StoreOrder } from '#server/catalog/search/search.ts'
import { inSlices } from './scheduling.ts'
import { createTopRows } from './selection.ts'
import { compareRows, firstKeyOf } from './store-order.ts'
import type { Scan } from './store-scan.ts'

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

export function createFirstRowsCache(scan: Scan, updated: readonly CachedRows[] = []): FirstRowsCache {
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
      const entries = await Promise.all([...cache.values()].map((entry) => updateRows(scan, later, entry)))
      return createFirstRowsCache(later, entries)
    },
  }
}

const cacheKey = ({ sortBy, direction }: StoreOrder): string => `${sortBy} ${direction}`

/** Removes ended rows and inserts added ones in order. Rows beyond the last remaining one are unknown, unless all were cached. */
async function updateRows(scan: Scan, later: Scan, { order, count, rows }: CachedRows): Promise<CachedRows> {
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
      // Rows were mostly added in the order of time: starting with the best ones saves the heap most of the others.
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
