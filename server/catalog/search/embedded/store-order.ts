import { LRUCache } from 'lru-cache'
import { writeProfile } from '#contracts/catalog/score-profile.ts'
import type { PageEnd } from '#server/catalog/search/cursor.ts'
import type { Direction, StoreOrder } from '#server/catalog/search/search.ts'
import { compareBy, findFirstRows, type Ordered } from './order.ts'
import { hasRow, type Rows } from './row-set.ts'
import { type Scan, scoresOf } from './store-scan.ts'
import { keysOf, storeIdAt, type StoreTable } from './store-table.ts'

type TableRows = Pick<Scan, 'table'> & { rows: Rows }

/** Unknown values come last in both directions; the store's id breaks ties. */
export function orderOf({ table, rows }: TableRows, order: StoreOrder): Ordered {
  const { direction } = order
  const sign = signOf(direction)
  const ids = table.ids.values
  const keys = [...orderKeys(table, order), (row: number) => ids[row] ?? 0].map(
    (keyOf) => (row: number) => {
      const key = keyOf(row)
      return key === null ? Infinity : key * sign
    },
  )
  // Rows were mostly added in the order of time.
  return { rows, keys, startsAtEnd: direction === 'desc' }
}

/** An order by score reads points that are there already: `includeScores`. */
function orderKeys(
  table: StoreTable,
  { sortBy, scoring }: StoreOrder,
): ((row: number) => number | null)[] {
  return sortBy === 'score' ? [scoresOf(table, scoring).pointsAt] : keysOf(table, sortBy)
}

/** Before many rows are ordered. */
export async function includeScores(
  { table, rows }: TableRows,
  { sortBy, scoring }: StoreOrder,
): Promise<void> {
  if (sortBy === 'score') await scoresOf(table, scoring).include(rows)
}

const signOf = (direction: Direction) => (direction === 'asc' ? 1 : -1)

export function comesAfter(
  scan: Scan,
  order: StoreOrder,
  { keys, id }: PageEnd,
): (row: number) => boolean {
  const ends = [...keys, id].map((key) => (key === null ? Infinity : key * signOf(order.direction)))
  const levels = orderOf(scan, order).keys
  return (row) => {
    for (const [level, keyOf] of levels.entries()) {
      const [key, end] = [keyOf(row), ends[level] ?? Infinity]
      if (key !== end) return key > end
    }
    return false
  }
}

export function pageEndOf(table: StoreTable, order: StoreOrder, row: number): PageEnd {
  return { keys: orderKeys(table, order).map((keyOf) => keyOf(row)), id: storeIdAt(table, row) }
}

/** A match with all rows of a scan and not many others, if there is one. */
type WiderMatch = () => Promise<{ scan: Scan; first: FirstRowsCache } | null>

/** The cached first rows of a scan in some orders: the next page is often requested too. */
export type FirstRowsCache = {
  /** At least this many of the first rows, or all of them. */
  of: (order: StoreOrder, count: number, wider?: WiderMatch) => Promise<readonly number[]>
  update: (later: Scan) => Promise<FirstRowsCache>
}

type CachedRows = { order: StoreOrder; count: number; rows: Promise<readonly number[]> }

/** Sorted at once. */
const MIN_CACHED_ROWS = 200
/** A profile that changes step by step makes many. */
const MAX_ORDERS = 24

export function createFirstRowsCache(
  scan: Scan,
  updated: readonly CachedRows[] = [],
): FirstRowsCache {
  const cache = new LRUCache<string, CachedRows>({ max: MAX_ORDERS })
  for (const entry of updated) cache.set(cacheKey(entry.order), entry)
  return {
    of(order, count, wider) {
      const key = cacheKey(order)
      const cached = cache.get(key)
      if (cached && cached.count >= count) return cached.rows
      const rowCount = Math.max(count, MIN_CACHED_ROWS)
      const rows = firstOfWider(scan, order, rowCount, wider).then(
        (found) => found ?? firstOfAll(scan, order, rowCount),
      )
      cache.set(key, { order, count: rowCount, rows })
      rows.catch(() => cache.delete(key))
      return rows
    },
    async update(later) {
      const entries = await Promise.all(
        [...cache.values()].map((entry) => updateRows(scan, later, entry)),
      )
      return createFirstRowsCache(later, entries)
    },
  }
}

async function firstOfAll(scan: Scan, order: StoreOrder, count: number): Promise<number[]> {
  await includeScores(scan, order)
  return findFirstRows(orderOf(scan, order), count)
}

/** A little more than its share, because the other rows are not spread evenly. */
const SPARE_SHARE = 1.25

/** Null where the rows of the wider match do not suffice. */
async function firstOfWider(
  { rows }: Scan,
  order: StoreOrder,
  count: number,
  wider: WiderMatch | undefined,
): Promise<number[] | null> {
  const match = await wider?.()
  if (!match) return null
  const share = match.scan.rows.size / Math.max(1, rows.size)
  const first = await match.first.of(order, Math.ceil(count * share * SPARE_SHARE))
  const found = first.filter((row) => hasRow(rows, row))
  return found.length >= Math.min(count, rows.size) ? found : null
}

const cacheKey = ({ sortBy, direction, scoring }: StoreOrder): string =>
  `${sortBy} ${direction} ${scoring ? `${scoring.today} ${writeProfile(scoring.profile)}` : ''}`

/**
 * Removes ended rows and inserts added ones in order. Rows beyond the last one, ended or not, are
 * unknown, unless all were cached: a store that changed, but not in its place, stays among the known.
 */
async function updateRows(
  scan: Scan,
  later: Scan,
  { order, count, rows }: CachedRows,
): Promise<CachedRows> {
  const { table, version } = later
  const before = await rows
  const compare = compareBy(orderOf(later, order))
  const alive = before.filter((row) => (table.died.values[row] ?? 0) > version)
  const inOrder = [...alive, ...later.added].toSorted(compare)
  const isWhole = before.length >= scan.rows.size
  if (isWhole)
    return { order, count: Math.max(count, inOrder.length), rows: Promise.resolve(inOrder) }
  const last = before.at(-1) ?? 0
  const known = inOrder
    .filter((row) => compare(row, last) <= 0)
    .slice(0, Math.max(count, MIN_CACHED_ROWS))
  return { order, count: known.length, rows: Promise.resolve(known) }
}
