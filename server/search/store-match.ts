import { addDays, type Day } from '#contracts/dates.ts'
import type { FilterKey } from '#contracts/store-filters.ts'
import type { Facet } from '#contracts/stores.ts'
import { countFacet } from './count-facets.ts'
import { inSlices } from './in-slices.ts'
import { comesAfter, compareRows, type Position, positionOf, type StoreOrder } from './order-rows.ts'
import { pageOfProducts, type ProductPiece } from './page-of-products.ts'
import { type Scan, scanStores, type StoreQuery } from './scan-stores.ts'
import { valueAtPlace } from './select-far.ts'
import { firstRows } from './select-first.ts'
import type { StoreTable } from './store-table.ts'

export type PageOfIds = {
  ids: number[]
  /** Where the page ends, while there are more. */
  next: Position | null
}

/** The stores that a query is about, as they were at one moment. */
export type StoreMatch = {
  total: number
  /** Of `total`, those with a usable address. */
  leads: number
  has: (storeId: number) => boolean
  /** When a store was found, as a time in ms; also of one that does not pass, 0 of one that is not known. */
  foundAtOf: (storeId: number) => number
  /** How many products they list together. */
  listedProducts: number
  /** Where a page of all their products lies, the latest found store first. */
  products: (place: { offset: number; size: number }) => Promise<ProductPiece[]>
  page: (order: StoreOrder, place: { offset: number; size: number }) => Promise<PageOfIds>
  /** The rows after a position: what is added meanwhile moves nothing. */
  after: (order: StoreOrder, position: Position | null, size: number) => Promise<PageOfIds>
  facets: (keys: readonly FilterKey[], find?: string) => Promise<Facet[]>
  /** Per found day, for the days that have any, in their order. */
  days: () => Promise<StoreDay[]>
}

export type StoreDay = { day: Day; stores: number; leads: number }

export async function matchStores(
  table: StoreTable,
  version: number,
  query: StoreQuery,
): Promise<StoreMatch> {
  const scan = await scanStores(table, version, query)
  const sums = await sumUp(scan)
  const firstOf = keepFirst(scan)
  let passing: Uint8Array | undefined
  return {
    total: scan.total,
    ...sums,
    has(storeId) {
      passing ??= markPassing(scan)
      return passing[table.rowAt(storeId, version) ?? -1] === 1
    },
    foundAtOf: (storeId) => table.sorts.foundAt[0]?.values[table.rowAt(storeId, version) ?? -1] ?? 0,
    products: (place) => pageOfProducts(scan, place),
    page: (order, { offset, size }) => pageAt(scan, firstOf, order, { offset, size }),
    after: (order, position, size) => rowsAfter(scan, order, position, size),
    async facets(keys, find) {
      const facets: Facet[] = []
      for (const key of keys) facets.push(await countFacet(scan, query, key, find))
      return facets
    },
    days: () => countDays(scan),
  }
}

async function sumUp({ table, rows, fails }: Scan): Promise<{ leads: number; listedProducts: number }> {
  const [hasEmail, listed] = [table.hasEmail.values, table.listedProducts.values]
  let [leads, listedProducts] = [0, 0]
  await inSlices(rows.length, (from, to) => {
    for (let at = from; at < to; at++) {
      if (fails[at] !== 0) continue
      const row = rows[at] ?? 0
      leads += hasEmail[row] ?? 0
      listedProducts += listed[row] ?? 0
    }
  })
  return { leads, listedProducts }
}

/** By row number. */
function markPassing({ table, rows, fails }: Scan): Uint8Array {
  const passing = new Uint8Array(table.rows())
  rows.forEach((row, at) => {
    if (fails[at] === 0) passing[row] = 1
  })
  return passing
}

/** Beyond this many rows the page is found by the values at its ends instead of a heap of all rows before it. */
const NEAR = 2_000

async function pageAt(
  scan: Scan,
  firstOf: FirstOf,
  order: StoreOrder,
  { offset, size }: { offset: number; size: number },
): Promise<PageOfIds> {
  if (offset >= scan.total) return { ids: [], next: null }
  // One more than the page holds tells whether there is a next one.
  const end = offset + size + 1
  const rows =
    end <= NEAR ? (await firstOf(order, end)).slice(offset, end) : await farRows(scan, order, offset, end)
  return toPage(scan, order, rows, size)
}

type FirstOf = (order: StoreOrder, count: number) => Promise<readonly number[]>

/** Put in order at once, since the next page is often asked for too. */
const LEAST_KEPT = 200

/** At least as many of the first rows as are asked for; what was put in order once is kept with the match. */
function keepFirst(scan: Scan): FirstOf {
  const kept = new Map<string, { count: number; rows: Promise<readonly number[]> }>()
  return (order, count) => {
    const key = `${order.sortBy} ${order.direction}`
    const known = kept.get(key)
    if (known && known.count >= count) return known.rows
    const next = {
      count: Math.max(count, LEAST_KEPT),
      rows: nearRows(scan, order, Math.max(count, LEAST_KEPT)),
    }
    kept.set(key, next)
    return next.rows
  }
}

function toPage({ table }: Scan, { sortBy }: StoreOrder, rows: readonly number[], size: number): PageOfIds {
  const last = rows.length > size ? rows[size - 1] : undefined
  return {
    ids: rows.slice(0, size).map((row) => table.ids.values[row] ?? 0),
    next: last === undefined ? null : positionOf(table, sortBy, last),
  }
}

async function nearRows(
  { table, rows, fails }: Scan,
  order: StoreOrder,
  count: number,
  isWanted: (row: number) => boolean = () => true,
): Promise<number[]> {
  const first = firstRows(count, compareRows(table, order))
  const isDownwards = order.direction === 'desc'
  await inSlices(rows.length, (from, to) => {
    for (let step = from; step < to; step++) {
      // Rows were mostly added in the order of time: the best ones first spare the heap most of the others.
      const at = isDownwards ? rows.length - 1 - step : step
      const row = rows[at] ?? 0
      if (fails[at] === 0 && isWanted(row)) first.offer(row)
    }
  })
  return first.inOrder()
}

async function rowsAfter(
  scan: Scan,
  order: StoreOrder,
  position: Position | null,
  size: number,
): Promise<PageOfIds> {
  const isWanted = position ? comesAfter(scan.table, order, position) : undefined
  return toPage(scan, order, await nearRows(scan, order, size + 1, isWanted), size)
}

/** Rows `from` up to, not with, `end`: those whose first key lies between the keys at both ends, put in order. */
async function farRows(scan: Scan, order: StoreOrder, from: number, end: number): Promise<number[]> {
  const { table, rows, fails, total } = scan
  const keyOf = firstKeyOf(table, order)
  const keys = new Float64Array(total)
  let count = 0
  await inSlices(rows.length, (first, last) => {
    for (let at = first; at < last; at++) if (fails[at] === 0) keys[count++] = keyOf(rows[at] ?? 0)
  })
  const least = valueAtPlace(keys, from)
  const most = valueAtPlace(keys, Math.min(end, total) - 1)
  const between: number[] = []
  let before = 0
  await inSlices(rows.length, (first, last) => {
    for (let at = first; at < last; at++) {
      if (fails[at] !== 0) continue
      const row = rows[at] ?? 0
      const key = keyOf(row)
      if (key < least) before++
      else if (key <= most) between.push(row)
    }
  })
  between.sort(compareRows(table, order))
  return between.slice(from - before, end - before)
}

/** Turned so that smaller comes first, whatever the direction. */
function firstKeyOf(table: StoreTable, { sortBy, direction }: StoreOrder): (row: number) => number {
  const values = table.sorts[sortBy][0]?.values ?? new Float64Array()
  const sign = direction === 'asc' ? 1 : -1
  return (row) => {
    const key = values[row] ?? Number.NaN
    return Number.isNaN(key) ? Infinity : key * sign
  }
}

const EPOCH: Day = '1970-01-01'

async function countDays({ table, rows, fails }: Scan): Promise<StoreDay[]> {
  const counts = new Map<number, { stores: number; leads: number }>()
  await inSlices(rows.length, (from, to) => {
    for (let at = from; at < to; at++) {
      if (fails[at] !== 0) continue
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
