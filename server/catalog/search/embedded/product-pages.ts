import type { ProductSlice, Range } from '#server/catalog/search/search.ts'
import { inSlices } from './scheduling.ts'
import { compareRows, type FirstRowsCache } from './store-order.ts'
import type { Scan } from './store-scan.ts'
import { storeIdAt } from './store-table.ts'

const BUCKETS = 4_096
/** Their products usually fill the first pages. */
const LATEST = 100
const ORDER = { sortBy: 'foundAt', direction: 'desc' } as const

/**
 * Locates a page of all products of the stores, the latest found store first. It adds up how many
 * products each store lists, so that only the stores on the page are sorted and read.
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

/**
 * The buckets with products from `from` (inclusive) to `to` (exclusive); `before` = products in
 * earlier buckets.
 */
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
    if (until > skip)
      slices.push({ storeId: storeIdAt(table, row), skip: skip - start, take: until - skip })
    start = end
    if (start >= to) break
  }
  return slices
}
