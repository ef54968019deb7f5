import type { FilterKey } from '#contracts/catalog/store-filters.ts'
import type { Facet } from '#contracts/catalog/stores.ts'
import { type PageEnd, readCursor, writeCursor } from '#server/catalog/search/cursor.ts'
import type {
  Range,
  StoreDay,
  StoreMatch,
  StoreOrder,
  StorePage,
  StoreQuery,
} from '#server/catalog/search/search.ts'
import { dayAt } from '#server/catalog/search/store-readings.ts'
import { baseOf, plainQuery } from './base-query.ts'
import { dayTally, sumTally } from './column-tallies.ts'
import { countFacet } from './facets.ts'
import { type FirstOf, pageOfProducts } from './product-pages.ts'
import { inBatches } from './scheduling.ts'
import { findDistantRows, findFirstRows, MAX_HEAP_ROWS } from './order.ts'
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
import { storeIdAt } from './store-table.ts'
import type { Tallies, Tally } from './tallies.ts'

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
    async after(order, cursor, size) {
      const start = cursor === null ? { order, pageEnd: null } : readCursor(cursor, order)
      return rowsAfter(scan, start, size)
    },
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
  { order, pageEnd }: { order: StoreOrder; pageEnd: PageEnd | null },
  size: number,
): Promise<StorePage> {
  await includeScores(scan, order)
  const isAfter = pageEnd ? comesAfter(scan, order, pageEnd) : undefined
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
