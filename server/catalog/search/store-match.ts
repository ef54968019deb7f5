import { addDays, type Day } from '#contracts/dates.ts'
import type { FilterKey } from '#contracts/stores/store-filters.ts'
import type { Facet } from '#contracts/stores/stores.ts'
import { rentFloat64 } from './array-pool.ts'
import { countFacet } from './facets.ts'
import { inSlices } from './scheduling.ts'
import { quickselect } from './selection.ts'
import {
  comesAfter,
  compareRows,
  firstKeyOf,
  type Position,
  positionOf,
  type StoreOrder,
} from './store-order.ts'
import {
  createFirstRowsCache,
  type FirstRowsCache,
  findFirstRows,
  pageOfProducts,
  type ProductSlice,
} from './store-pages.ts'
import {
  updateScan,
  narrowScan,
  type TableSnapshot,
  type Scan,
  scanStores,
  type StoreQuery,
} from './store-scan.ts'

export type PageOfIds = {
  ids: number[]
  /** Where the page ends, if there are more rows. */
  next: Position | null
}

/** The stores that match a query, at one moment. */
export type StoreMatch = {
  total: number
  /** Of `total`, those with a usable address. */
  leads: number
  /** How many products they list in total. */
  listedProducts: number
  /** Locates a page of all their products, the latest found store first. */
  products: (place: { offset: number; size: number }) => Promise<ProductSlice[]>
  page: (order: StoreOrder, place: { offset: number; size: number }) => Promise<PageOfIds>
  /** The rows after a position: additions meanwhile do not shift it. */
  after: (order: StoreOrder, position: Position | null, size: number) => Promise<PageOfIds>
  facets: (keys: readonly FilterKey[], find?: string) => Promise<Facet[]>
  /** The version since which a store is unchanged; undefined when it was removed. */
  versionOf: (storeId: number) => number | undefined
  /** Per found day, only for days with stores, in order. */
  days: () => Promise<StoreDay[]>
}

export type StoreDay = { day: Day; stores: number; leads: number }

/** A match with the state from which the next one can continue. */
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

/** Narrows a match without filters to the query's choices. */
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
  const match: StoreMatch = {
    total: rows.length,
    leads,
    listedProducts,
    products: (place) => pageOfProducts(scan, first, place),
    page: (order, { offset, size }) => pageAt(scan, first.of, order, { offset, size }),
    after: (order, position, size) => rowsAfter(scan, order, position, size),
    async facets(keys, find) {
      const facets: Facet[] = []
      for (const key of keys)
        facets.push(await countFacet(await withoutFilter(scan, all, key), query, key, find))
      return facets
    },
    versionOf(storeId) {
      const row = scan.table.rowOf(storeId)
      return row === undefined ? undefined : scan.table.born.values[row]
    },
    days: () => countDays(scan),
  }
  return { scan, first, match }
}

/** The stores that pass all other filters: the counts beside a filter's values ignore that filter's own choice. */
async function withoutFilter(scan: Scan, all: Scan, key: FilterKey): Promise<Scan> {
  const { [key]: own, ...choices } = scan.query.choices
  return own === undefined ? scan : narrowScan(all, { ...scan.query, choices })
}

/** Beyond this many rows the page is found by the values at its ends instead of a heap of all earlier rows. */
const MAX_HEAP_ROWS = 2_000

async function pageAt(
  scan: Scan,
  firstOf: FirstRowsCache['of'],
  order: StoreOrder,
  { offset, size }: { offset: number; size: number },
): Promise<PageOfIds> {
  if (offset >= scan.rows.length) return { ids: [], next: null }
  // One extra row shows whether there is a next page.
  const end = offset + size + 1
  const rows =
    end <= MAX_HEAP_ROWS
      ? (await firstOf(order, end)).slice(offset, end)
      : await findDistantRows(scan, order, offset, end)
  return toPage(scan, order, rows, size)
}

function toPage({ table }: Scan, { sortBy }: StoreOrder, rows: readonly number[], size: number): PageOfIds {
  const last = rows.length > size ? rows[size - 1] : undefined
  return {
    ids: rows.slice(0, size).map((row) => table.ids.values[row] ?? 0),
    next: last === undefined ? null : positionOf(table, sortBy, last),
  }
}

async function rowsAfter(
  scan: Scan,
  order: StoreOrder,
  position: Position | null,
  size: number,
): Promise<PageOfIds> {
  const isAfterPosition = position ? comesAfter(scan.table, order, position) : undefined
  return toPage(scan, order, await findFirstRows(scan, order, size + 1, isAfterPosition), size)
}

/** Rows `from` (inclusive) to `end` (exclusive): those whose first key is between the keys at both ends, sorted. */
async function findDistantRows(scan: Scan, order: StoreOrder, from: number, end: number): Promise<number[]> {
  const { table, rows } = scan
  const keyOf = firstKeyOf(table, order)
  using rented = rentFloat64(rows.length)
  const keys = rented.values.subarray(0, rows.length)
  await inSlices(rows.length, (first, last) => {
    for (let at = first; at < last; at++) keys[at] = keyOf(rows[at] ?? 0)
  })
  const least = await quickselect(keys, from)
  const most = await quickselect(keys, Math.min(end, rows.length) - 1)
  const between: number[] = []
  let before = 0
  await inSlices(rows.length, (first, last) => {
    for (let at = first; at < last; at++) {
      const row = rows[at] ?? 0
      const key = keyOf(row)
      if (key < least) before++
      else if (key <= most) between.push(row)
    }
  })
  between.sort(compareRows(table, order))
  return between.slice(from - before, end - before)
}

const EPOCH: Day = '1970-01-01'

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
    .map(([day, count]) => ({ day: addDays(EPOCH, day), ...count }))
}
