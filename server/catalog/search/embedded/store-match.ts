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
import { countFacet } from './facets.ts'
import { pageOfProducts } from './product-pages.ts'
import { inBatches, inSlices } from './scheduling.ts'
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
  createStoreMatcher,
  narrowScan,
  readScores,
  type Scan,
  scanStores,
  type TableSnapshot,
  updateScan,
} from './store-scan.ts'
import { storeIdAt } from './store-table.ts'

export type CachedMatch = { scan: Scan; first: FirstRowsCache; match: StoreMatch }

/** By dates and scope only. `earlier` = a match of the same query, which may save work. */
export async function matchAll(
  snapshot: TableSnapshot,
  query: StoreQuery,
  earlier: CachedMatch | null,
): Promise<CachedMatch> {
  const updated = await updateMatch(snapshot, earlier)
  const scan = updated?.scan ?? (await scanStores(snapshot, query))
  return createMatch(scan, scan, updated?.first)
}

export async function narrowMatch(
  { scan: all }: CachedMatch,
  query: StoreQuery,
  earlier: CachedMatch | null,
): Promise<CachedMatch> {
  const updated = await updateMatch(all, earlier)
  return createMatch(updated?.scan ?? (await narrowScan(all, query)), all, updated?.first)
}

async function updateMatch(snapshot: TableSnapshot, earlier: CachedMatch | null) {
  const scan = earlier && (await updateScan(earlier.scan, snapshot))
  return scan && { scan, first: await earlier.first.update(scan) }
}

function createMatch(scan: Scan, all: Scan, first = createFirstRowsCache(scan)): CachedMatch {
  const { query, rows, leads, listedProducts } = scan
  let days: Promise<StoreDay[]> | undefined
  const match: StoreMatch = {
    total: rows.length,
    sums: async () => ({ leads, listedProducts }),
    products: (place) => pageOfProducts(scan, first, place),
    firstProducts: (limit) =>
      inBatches(Math.min(limit, listedProducts), (place) => match.products(place)),
    asOf: null,
    page: (order, range) => pageAt(scan, first.of, order, range),
    async after(order, cursor, size) {
      return cursor === null
        ? rowsAfter(scan, { order, pageEnd: null }, size)
        : rowsAfter(scan, readCursor(cursor, order), size)
    },
    ids: (order, limit) =>
      inBatches(Math.min(limit, rows.length), async (range) =>
        (await match.page(order, range)).stores.map(({ id }) => id),
      ),
    async among(ids) {
      const { has } = await createStoreMatcher(scan, query)
      return new Set(ids.filter(has))
    },
    scores: async (scoring, ids) => readScores(scan, scoring, ids),
    async facets(keys, options = {}) {
      const facets: Facet[] = []
      for (const key of keys)
        facets.push(await countFacet(await withoutFilter(scan, all, key), query, key, options))
      return facets
    },
    days: () => (days ??= countDays(scan)),
  }
  return { scan, first, match }
}

/**
 * The stores that pass all other filters: the counts beside a filter's values ignore that filter's
 * own choice.
 */
async function withoutFilter(scan: Scan, all: Scan, key: FilterKey): Promise<Scan> {
  const { [key]: own, ...choices } = scan.query.choices
  return own === undefined ? scan : narrowScan(all, { ...scan.query, choices })
}

async function pageAt(
  scan: Scan,
  firstOf: FirstRowsCache['of'],
  order: StoreOrder,
  { offset, size }: Range,
): Promise<StorePage> {
  if (offset >= scan.rows.length) return { stores: [], next: null }
  // One extra row shows whether there is a next page.
  const end = offset + size + 1
  const rows =
    end <= MAX_HEAP_ROWS
      ? (await firstOf(order, end)).slice(offset, end)
      : await findDistant(scan, order, { from: offset, end })
  return toPage(scan, order, rows, size)
}

async function findDistant(scan: Scan, order: StoreOrder, places: { from: number; end: number }) {
  await includeScores(scan, order)
  return findDistantRows(orderOf(scan, order), places)
}

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

async function countDays({ table, rows }: Scan): Promise<StoreDay[]> {
  const counts = new Map<number, { stores: number; leads: number }>()
  await inSlices(rows.length, (from, to) => {
    for (let at = from; at < to; at++) {
      const row = rows[at] ?? 0
      const day = table.foundDays.values[row] ?? 0
      const count = counts.get(day) ?? { stores: 0, leads: 0 }
      counts.set(day, count)
      count.stores++
      count.leads += table.hasEmail.values[row] ?? 0
    }
  })
  return [...counts]
    .toSorted(([a], [b]) => a - b)
    .map(([day, count]) => ({ day: dayAt(day), ...count }))
}
