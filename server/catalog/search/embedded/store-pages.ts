import type { ProductSlice, Range, StoreOrder } from '#server/catalog/search/search.ts'
import { inSlices } from './scheduling.ts'
import { createTopRows } from './selection.ts'
import { compareRows, firstKeyOf } from './store-order.ts'
import type { Scan } from './store-scan.ts'
import { storeIdAt } from './store-table.ts'

const BUCKETS = 4_096
/** Their products usually fill the first pages. */
const LATEST = 100
const ORDER = { sortBy: 'foundAt', direction: 'desc' } as const

/**
 * Locates a page of all products of the stores, the latest found store first. It adds up how many products each store lists, so that only
 * the stores on the page are sorted and read.
 */
export async function pageOfProducts(
  scan: Scan,
  cache: FirstRowsCache,
  { offset, size }: Range,
): Promise<ProductSlice[]> {
  const latest = await cache.of(ORDER, LATEST)
  if (latest.length === scan.rows.length || sumOf(scan, latest) >= offset + size)
    return sliceProducts(scan, latest, { from: offset, to: offset + size })
  const bucketOf = await bucketsOf(scan)
  const listed = scan.table.listedProducts.values
  const sums = new Float64Array(BUCKETS)
  await forEachRow(scan, (row) => {
    const bucket = bucketOf(row)
    sums[bucket] = (sums[bucket] ?? 0) + (listed[row] ?? 0)
  })
  const { first, last, before } = bucketsAround(sums, offset, offset + size)
  const rows: number[] = []
  await forEachRow(scan, (row) => {
    const bucket = bucketOf(row)
    if (bucket >= first && bucket <= last && (listed[row] ?? 0) > 0) rows.push(row)
  })
  rows.sort(compareRows(scan.table, ORDER))
  return sliceProducts(scan, rows, { from: offset - before, to: offset + size - before })
}

const sumOf = ({ table }: Scan, rows: readonly number[]): number =>
  rows.reduce((sum, row) => sum + (table.listedProducts.values[row] ?? 0), 0)

async function forEachRow({ rows }: Scan, visit: (row: number) => void): Promise<void> {
  await inSlices(rows.length, (from, to) => {
    for (let at = from; at < to; at++) visit(rows[at] ?? 0)
  })
}

/** Equal spans of the time in which the stores were found, the latest first. */
async function bucketsOf(scan: Scan): Promise<(row: number) => number> {
  const found = scan.table.sorts.foundAt[0]?.values ?? new Float64Array()
  let [earliest, latest] = [Infinity, -Infinity]
  await forEachRow(scan, (row) => {
    const at = found[row] ?? 0
    if (at < earliest) earliest = at
    if (at > latest) latest = at
  })
  const spanMs = (latest - earliest + 1) / BUCKETS
  return (row) => Math.floor((latest - (found[row] ?? 0)) / spanMs)
}

/** The buckets with products from `from` (inclusive) to `to` (exclusive); `before` = products in earlier buckets. */
function bucketsAround(sums: Float64Array, from: number, to: number) {
  let [first, last, before, sum] = [BUCKETS, -1, 0, 0]
  sums.forEach((inBucket, bucket) => {
    if (sum < to && sum + inBucket > from) {
      if (first === BUCKETS) [first, before] = [bucket, sum]
      last = bucket
    }
    sum += inBucket
  })
  return { first, last, before }
}

function sliceProducts(
  { table }: Scan,
  rows: readonly number[],
  { from, to }: { from: number; to: number },
): ProductSlice[] {
  const slices: ProductSlice[] = []
  let start = 0
  for (const row of rows) {
    const end = start + (table.listedProducts.values[row] ?? 0)
    const [skip, until] = [Math.max(from, start), Math.min(to, end)]
    if (until > skip) slices.push({ storeId: storeIdAt(table, row), skip: skip - start, take: until - skip })
    start = end
    if (start >= to) break
  }
  return slices
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
