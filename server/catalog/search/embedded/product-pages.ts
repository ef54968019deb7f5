import { BUCKETS, bucketsAround, sliceProducts } from '#server/catalog/search/product-slices.ts'
import type { ProductSlice, Range, StoreOrder } from '#server/catalog/search/search.ts'
import { compareBy } from './order.ts'
import { orderOf } from './store-order.ts'
import type { Scan } from './store-scan.ts'
import { momentsOf, storeIdAt } from './store-table.ts'

/** At least this many of the first rows, or all of them. */
export type FirstOf = (order: StoreOrder, count: number) => Promise<readonly number[]>

/** Their products usually fill the first pages. */
const LATEST = 100
const ORDER = { sortBy: 'foundAt', direction: 'desc' } as const

/**
 * It adds up how many products each store lists, the latest found store first, so that only the
 * stores on the page are sorted and read.
 */
export async function pageOfProducts(
  scan: Scan,
  firstOf: FirstOf,
  { offset, size }: Range,
): Promise<ProductSlice[]> {
  const [from, to] = [offset, offset + size]
  const latest = await firstOf(ORDER, LATEST)
  const listed = scan.table.listedProducts.values
  const slice = (rows: readonly number[], before = 0) =>
    sliceProducts(
      rows.map((row) => ({ storeId: storeIdAt(scan.table, row), listed: listed[row] ?? 0 })),
      { from: from - before, to: to - before },
    )
  const ofLatest = latest.reduce((sum, row) => sum + (listed[row] ?? 0), 0)
  if (latest.length === scan.rows.size || ofLatest >= to) return slice(latest)
  const bucketOf = await bucketsOf(scan)
  const sums = new Float64Array(BUCKETS)
  await forEachRow(scan, (row) => {
    const bucket = bucketOf(row)
    sums[bucket] = (sums[bucket] ?? 0) + (listed[row] ?? 0)
  })
  const around = bucketsAround(sums, { from, to })
  if (!around) return []
  const rows: number[] = []
  await forEachRow(scan, (row) => {
    const bucket = bucketOf(row)
    if (bucket >= around.first && bucket <= around.last && (listed[row] ?? 0) > 0) rows.push(row)
  })
  return slice(rows.toSorted(compareBy(orderOf(scan, ORDER))), around.before)
}

async function forEachRow({ rows }: Scan, visit: (row: number) => void): Promise<void> {
  await rows.eachSlice((slice) => {
    for (const row of slice) visit(row)
  })
}

/** Equal spans of the time in which the stores were found, the latest first. */
async function bucketsOf(scan: Scan): Promise<(row: number) => number> {
  const found = momentsOf(scan.table, 'foundAt')
  let [earliest, latest] = [Infinity, -Infinity]
  await forEachRow(scan, (row) => {
    const at = found[row] ?? 0
    if (at < earliest) earliest = at
    if (at > latest) latest = at
  })
  const spanMs = (latest - earliest + 1) / BUCKETS
  return (row) => Math.floor((latest - (found[row] ?? 0)) / spanMs)
}
