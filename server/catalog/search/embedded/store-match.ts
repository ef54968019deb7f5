import { addDays, type Day } from '#contracts/dates.ts'
import type { FilterKey } from '#contracts/stores/store-filters.ts'
import type { Facet } from '#contracts/stores/stores.ts'
import { type PageEnd, readCursor, writeCursor } from '#server/catalog/search/cursor.ts'
import type {
  Range,
  StoreDay,
  StoreMatch,
  StoreOrder,
  StorePage,
  StoreQuery,
} from '#server/catalog/search/search.ts'
import { rentFloat64 } from './array-pool.ts'
import { countFacet } from './facets.ts'
import { pageOfProducts } from './product-pages.ts'
import { inBatches, inSlices } from './scheduling.ts'
import { quickselect } from './selection.ts'
import {
  comesAfter,
  compareRows,
  createFirstRowsCache,
  findFirstRows,
  type FirstRowsCache,
  keyAt,
  pageEndOf,
} from './store-order.ts'
import {
  createStoreMatcher,
  narrowScan,
  type Scan,
  scanStores,
  type TableSnapshot,
  updateScan,
} from './store-scan.ts'
import { storeIdAt } from './store-table.ts'

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
  let days: Promise<StoreDay[]> | undefined
  const match: StoreMatch = {
    total: rows.length,
    sums: async () => ({ leads, listedProducts }),
    products: (place) => pageOfProducts(scan, first, place),
    firstProducts: (limit) =>
      inBatches(Math.min(limit, listedProducts), (place) => match.products(place)),
    // Every question waits for all committed changes.
    asOf: null,
    page: (order, range) => pageAt(scan, first.of, order, range),
    async after(order, cursor, size) {
      const pageEnd = cursor === null ? null : readCursor(cursor, order)
      return rowsAfter(scan, order, pageEnd, size)
    },
    ids: (order, limit) =>
      inBatches(Math.min(limit, rows.length), async (range) =>
        (await match.page(order, range)).stores.map(({ id }) => id),
      ),
    async among(ids) {
      const { has } = await createStoreMatcher(scan, query)
      return new Set(ids.filter(has))
    },
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

/**
 * Beyond this many rows the page is found by the values at its ends instead of a heap of all
 * earlier rows.
 */
const MAX_HEAP_ROWS = 2_000

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
      : await findDistantRows(scan, order, { from: offset, end })
  return toPage(scan, order, rows, size)
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
    next: last === undefined ? null : writeCursor(order, pageEndOf(table, order.sortBy, last)),
  }
}

async function rowsAfter(
  scan: Scan,
  order: StoreOrder,
  pageEnd: PageEnd | null,
  size: number,
): Promise<StorePage> {
  const isAfter = pageEnd ? comesAfter(scan.table, order, pageEnd) : undefined
  return toPage(scan, order, await findFirstRows(scan, order, size + 1, isAfter), size)
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

/** More rows than this are never sorted at once, which would block the process. At least 1. */
const MAX_SORTED_ROWS = 20_000

type Places = { from: number; end: number }
type Ordered = Pick<Scan, 'table' | 'rows'> & { order: StoreOrder; maxSorted: number }

/**
 * The rows at the places `from` (inclusive) to `end` (exclusive) of the order, without sorting the
 * others.
 */
export const findDistantRows = (
  { table, rows }: Pick<Scan, 'table' | 'rows'>,
  order: StoreOrder,
  places: Places,
  maxSorted = MAX_SORTED_ROWS,
): Promise<number[]> => findAtLevel({ table, rows, order, maxSorted }, places, 0)

/**
 * Sorts the rows whose key is between the keys at both ends. Rows with the key of either end are
 * often far more than the page, as when many stores have no apps: then the next key finds the few
 * of them that belong to the page.
 */
async function findAtLevel(ordered: Ordered, places: Places, level: number): Promise<number[]> {
  const [{ from }, end] = [places, Math.min(places.end, ordered.rows.length)]
  if (from >= end) return []
  const compare = compareRows(ordered.table, ordered.order)
  const { first, inner, final, before } = await splitAtEnds(ordered, { from, end }, level)
  if (first.length + inner.length + final.length <= ordered.maxSorted)
    return [...first, ...inner, ...final].toSorted(compare).slice(from - before, end - before)
  const afterFirst = before + first.length
  const afterInner = afterFirst + inner.length
  const partOf = (part: number[], places: Places) =>
    findAtLevel({ ...ordered, rows: Uint32Array.from(part) }, places, level + 1)
  return [
    ...(await partOf(first, { from: from - before, end: Math.min(end, afterFirst) - before })),
    ...inner.toSorted(compare),
    ...(await partOf(final, { from: 0, end: end - afterInner })),
  ]
}

/**
 * Rows with the key of the first place, with keys in between, and with the key of the last place;
 * `before` = how many come before them.
 */
async function splitAtEnds({ table, rows, order }: Ordered, { from, end }: Places, level: number) {
  const keyOf = keyAt(table, order, level)
  using rented = rentFloat64(rows.length)
  const keys = rented.values.subarray(0, rows.length)
  await inSlices(rows.length, (first, last) => {
    for (let at = first; at < last; at++) keys[at] = keyOf(rows[at] ?? 0)
  })
  const lowest = await quickselect(keys, from)
  const highest = await quickselect(keys, end - 1)
  const split = { first: [] as number[], inner: [] as number[], final: [] as number[], before: 0 }
  await inSlices(rows.length, (first, last) => {
    for (let at = first; at < last; at++) {
      const row = rows[at] ?? 0
      const key = keyOf(row)
      if (key < lowest) split.before++
      else if (key === lowest) split.first.push(row)
      else if (key < highest) split.inner.push(row)
      else if (key === highest) split.final.push(row)
    }
  })
  return split
}
