import type { FilterKey } from '#contracts/catalog/store-filters.ts'
import type { Facet } from '#contracts/catalog/stores.ts'
import { readCursor, writeCursor } from '#server/catalog/search/cursor.ts'
import { BUCKETS, bucketsAround, sliceProducts } from '#server/catalog/search/product-slices.ts'
import type {
  ProductSlice,
  Range,
  StoreDay,
  StoreMatch,
  StoreOrder,
  StorePage,
  StoreQuery,
} from '#server/catalog/search/search.ts'
import { dayAt } from '#server/catalog/search/store-readings.ts'
import { baseOf, plainQuery } from './base-query.ts'
import { dayTally, sumTally, type Tallies, type Tally } from './tallies.ts'
import { countFacet } from './facets.ts'
import { inBatches } from './scheduling.ts'
import { compareBy, findDistantRows, findFirstRows, MAX_HEAP_ROWS } from './order.ts'
import {
  comesAfter,
  createFirstRowsCache,
  type FirstRowsCache,
  includeScores,
  orderOf,
  pageEndOf,
} from './store-order.ts'
import {
  matcherOf,
  narrowScan,
  readScores,
  type Scan,
  scanStores,
  type TableSnapshot,
  updateScan,
} from './store-scan.ts'
import { momentsOf, storeIdAt } from './store-table.ts'

/** `days` = when they were first asked for. */
export type CachedMatch = {
  scan: Scan
  first: FirstRowsCache
  days?: readonly StoreDay[]
}
/** Finds a match of the same moment. */
type FindMatch = (query: StoreQuery) => Promise<CachedMatch>

/** `earlier` = a match of the same query, which may save work. */
export async function createMatch(
  snapshot: TableSnapshot,
  query: StoreQuery,
  { earlier, find }: { earlier: CachedMatch | null; find: FindMatch },
): Promise<CachedMatch> {
  const updated = earlier && (await updateScan(earlier.scan, snapshot))
  if (updated) return { scan: updated, first: await earlier.first.update(updated) }
  const base = baseOf(query)
  const scan = base
    ? await narrowScan((await find(base)).scan, query)
    : await scanStores(snapshot, query)
  return { scan, first: createFirstRowsCache(scan) }
}

/** A wider match has at most this many rows for each of the narrower one. */
const MAX_WIDER = 1.5

/** For one question: the caches keep what serves other questions. */
export function openMatch(
  cached: CachedMatch,
  query: StoreQuery,
  { find, tallies }: { find: FindMatch; tallies: Tallies },
): StoreMatch {
  const { scan, first } = cached
  const { table, rows } = scan
  const widerOf = async ({ query, rows }: Scan): Promise<CachedMatch | null> => {
    const base = baseOf(query)
    const match = base && (await find(base))
    return match && match.scan.rows.size <= MAX_WIDER * rows.size ? match : null
  }
  const firstOf: FirstOf = (order, count) => first.of(order, count, () => widerOf(scan))
  const count = (scan: Scan) => (tally: Tally) =>
    tallies.of(scan, tally, async () => (await widerOf(scan))?.scan ?? null)
  const sums = async () => {
    const [leads = 0, listedProducts = 0] = await count(scan)(sumTally(table))
    return { leads, listedProducts }
  }
  const match: StoreMatch = {
    total: rows.size,
    sums,
    products: (place) => pageOfProducts(scan, firstOf, place),
    async *firstProducts(limit) {
      const { listedProducts } = await sums()
      yield* inBatches(Math.min(limit, listedProducts), match.products)
    },
    asOf: null,
    page: (order, range) => pageAt(scan, firstOf, order, range),
    after: async (order, cursor, size) => rowsAfter(scan, readCursor(cursor, order), size),
    ids: (order, limit) =>
      inBatches(Math.min(limit, rows.size), async (range) =>
        (await match.page(order, range)).stores.map(({ id }) => id),
      ),
    among: async (ids) => new Set(ids.filter(matcherOf(scan).has)),
    scores: async (scoring, ids) => readScores(scan, scoring, ids),
    async facets(keys, options = {}) {
      const facets: Facet[] = []
      for (const key of keys) {
        const others = await withoutFilter(scan, key, find)
        facets.push(await countFacet({ scan: others, query, count: count(others) }, key, options))
      }
      return facets
    },
    days: async () => (cached.days ??= toDays(await count(scan)(dayTally(table)))),
  }
  return match
}

/**
 * The stores that pass all other filters: the counts beside a filter's values ignore that filter's
 * own choice.
 */
async function withoutFilter(scan: Scan, key: FilterKey, find: FindMatch): Promise<Scan> {
  const { [key]: own, ...choices } = scan.query.choices
  return own === undefined ? scan : (await find(plainQuery({ ...scan.query, choices }))).scan
}

async function pageAt(
  scan: Scan,
  firstOf: FirstOf,
  order: StoreOrder,
  { offset, size }: Range,
): Promise<StorePage> {
  if (offset >= scan.rows.size) return { stores: [], next: null }
  // One extra row shows whether there is a next page.
  const end = offset + size + 1
  if (end > MAX_HEAP_ROWS) {
    await includeScores(scan, order)
    const places = { from: offset, end }
    return toPage(scan, order, await findDistantRows(orderOf(scan, order), places), size)
  }
  const first = await firstOf(order, end)
  const known = latestPages.get(first)
  if (known?.offset === offset && known.size === size) return known.page
  const page = toPage(scan, order, first.slice(offset, end), size)
  latestPages.set(first, { offset, size, page })
  return page
}

/** Of the rows in an order: as long as stores do not change, most ask for the same. */
const latestPages = new WeakMap<readonly number[], Range & { page: StorePage }>()

function toPage(
  { table }: Scan,
  order: StoreOrder,
  rows: readonly number[],
  size: number,
): StorePage {
  const last = rows.length > size ? rows[size - 1] : undefined
  const stores = rows
    .slice(0, size)
    .map((row) => ({ id: storeIdAt(table, row), version: table.born.values[row] ?? 0 }))
  return {
    stores,
    next: last === undefined ? null : writeCursor(order, pageEndOf(table, order, last)),
  }
}

async function rowsAfter(
  scan: Scan,
  { order, pageEnd }: ReturnType<typeof readCursor>,
  size: number,
): Promise<StorePage> {
  await includeScores(scan, order)
  const isAfter = comesAfter(scan, order, pageEnd)
  return toPage(scan, order, await findFirstRows(orderOf(scan, order), size + 1, isAfter), size)
}

function toDays(counts: Readonly<Int32Array>): StoreDay[] {
  const days: StoreDay[] = []
  for (let day = 0; 2 * day < counts.length; day++) {
    const stores = counts[2 * day] ?? 0
    if (stores > 0) days.push({ day: dayAt(day), stores, leads: counts[2 * day + 1] ?? 0 })
  }
  return days
}

/** At least this many of the first rows, or all of them. */
type FirstOf = (order: StoreOrder, count: number) => Promise<readonly number[]>

/** Their products usually fill the first pages. */
const LATEST = 100
const ORDER = { sortBy: 'foundAt', direction: 'desc' } as const

/**
 * It adds up how many products each store lists, the latest found store first, so that only the
 * stores on the page are sorted and read.
 */
async function pageOfProducts(
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
