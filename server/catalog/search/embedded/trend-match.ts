import type { StoreId } from '#contracts/ids.ts'
import { TREND_BADGES } from '#contracts/catalog/trend-formula.ts'
import type { TrendBadge } from '#contracts/catalog/trending.ts'
import type { DaySpan, Range, TrendHit } from '#server/catalog/search/search.ts'
import { rentUint16, rentUint32, rentUint8 } from './array-pool.ts'
import { pageInOrder } from './order.ts'
import { inSlices } from './scheduling.ts'
import type { TrendDay, TrendTable } from './trend-table.ts'

export type TrendTests = {
  /** Of the displayed trend; null for any. */
  badges: readonly TrendBadge[] | null
  /** Tests the folded title of a listing; null for any. */
  isInTitle: ((foldedTitle: string) => boolean) | null
  /** Null for all stores. */
  stores: { has: (storeId: StoreId) => boolean } | null
}

export type TrendOrder =
  | { sortBy: 'score' | 'stores' }
  | { sortBy: 'foundAt'; foundAtOf: (storeId: StoreId) => number }

export const isNarrowed = ({ badges, isInTitle, stores }: TrendTests): boolean =>
  badges !== null || isInTitle !== null || stores !== null

/** Each cluster once: see `TrendMatch`. */
export type TrendHits = {
  total: number
  page: (order: TrendOrder, range: Range) => Promise<TrendHit[]>
}

export async function matchTrends(
  table: TrendTable,
  latestFirst: readonly TrendDay[],
  span: DaySpan,
  tests: TrendTests,
): Promise<TrendHits> {
  const days = span
    ? latestFirst.filter(({ day }) => day >= span.from && day <= span.to)
    : latestFirst
  const hits = await findHits(table, days, tests)
  return {
    total: hits.numbers.length,
    page: (order, range) => pageOfHits(table, hits, order, range),
  }
}

/** Numbered from 0 in `numbers`: the day, the cluster's row in it, and the listing that stands for it. */
type Hits = {
  days: readonly TrendDay[]
  numbers: Uint32Array
  dayAt: Uint16Array
  rowAt: Uint32Array
  products: Uint32Array
}

const DAYS_PER_SLICE = 1

async function findHits(
  table: TrendTable,
  days: readonly TrendDay[],
  tests: TrendTests,
): Promise<Hits> {
  using rentedDone = rentUint8(table.clusters())
  const isDone = rentedDone.values.fill(0)
  const findListing = createListingFinder(table, tests)
  const isBadgeIncluded = TREND_BADGES.map((badge) => tests.badges?.includes(badge) ?? true)
  const rows = days.reduce((sum, day) => sum + day.clusters.length, 0)
  const maxHits = Math.min(table.clusters(), rows)
  using rentedDays = rentUint16(maxHits)
  using rentedRows = rentUint32(maxHits)
  using rentedProducts = rentUint32(maxHits)
  const [dayAt, rowAt, products] = [rentedDays.values, rentedRows.values, rentedProducts.values]
  let total = 0
  const takeDay = (day: TrendDay, at: number) => {
    for (let row = 0; row < day.clusters.length; row++) {
      const cluster = day.clusters[row] ?? 0
      if (isDone[cluster] === 1) continue
      const product = findListing(day, row)
      if (product === NONE) continue
      isDone[cluster] = 1
      if (!isBadgeIncluded[day.badges[row] ?? 0]) continue
      dayAt[total] = at
      rowAt[total] = row
      products[total++] = product
    }
  }
  await inSlices(
    days.length,
    (from, to) => days.slice(from, to).forEach((day, place) => takeDay(day, from + place)),
    DAYS_PER_SLICE,
  )
  const numbers = new Uint32Array(total)
  for (let hit = 0; hit < total; hit++) numbers[hit] = hit
  return {
    days,
    numbers,
    dayAt: dayAt.slice(0, total),
    rowAt: rowAt.slice(0, total),
    products: products.slice(0, total),
  }
}

const NONE = -1

/** The first listing of a day's cluster that passes, or `NONE`. */
function createListingFinder(table: TrendTable, { isInTitle, stores }: TrendTests) {
  if (!stores && !isInTitle)
    return (day: TrendDay, row: number) => day.products[day.starts[row] ?? 0] ?? NONE
  const passesStore = stores && memoizeByStore(table, stores.has)
  const passesTitle = isInTitle && memoizeByProduct(table, isInTitle)
  return (day: TrendDay, row: number): number => {
    const end = day.starts[row + 1] ?? 0
    for (let at = day.starts[row] ?? 0; at < end; at++) {
      const product = day.products[at] ?? 0
      if (passesStore && !passesStore(product)) continue
      if (!passesTitle || passesTitle(product)) return product
    }
    return NONE
  }
}

const [YES, NO] = [1, 2]

/** A store has several products: its answer is cached. */
function memoizeByStore(
  table: TrendTable,
  has: (storeId: StoreId) => boolean,
): (product: number) => boolean {
  const answers = new Uint8Array(table.stores())
  return (product) => {
    const store = table.storeOf(product)
    answers[store] ||= has(table.storeIdOf(product)) ? YES : NO
    return answers[store] === YES
  }
}

/** A product is trending on several days: its answer is cached, too. */
function memoizeByProduct(
  table: TrendTable,
  isInTitle: (title: string) => boolean,
): (product: number) => boolean {
  const answers = new Uint8Array(table.products())
  return (product) => {
    answers[product] ||= isInTitle(table.titleOf(product)) ? YES : NO
    return answers[product] === YES
  }
}

/**
 * Combines a figure and a store's number into one number: both are whole, and together they stay
 * below 2^53.
 */
const STORE_IDS = 2 ** 36

const FIGURES = { score: 'scores', stores: 'stores' } as const

async function pageOfHits(
  table: TrendTable,
  { days, numbers, dayAt, rowAt, products }: Hits,
  order: TrendOrder,
  place: Range,
): Promise<TrendHit[]> {
  const storeIdOf = (hit: number) => table.storeIdOf(products[hit] ?? 0)
  const productIdOf = (hit: number) => table.productIdOf(products[hit] ?? 0)
  const clusterIdOf = (hit: number) =>
    table.clusterIdOf(days[dayAt[hit] ?? 0]?.clusters[rowAt[hit] ?? 0] ?? 0)
  const figureOf =
    order.sortBy === 'foundAt'
      ? (hit: number) => order.foundAtOf(storeIdOf(hit))
      : (hit: number) =>
          (days[dayAt[hit] ?? 0]?.[FIGURES[order.sortBy]][rowAt[hit] ?? 0] ?? 0) * STORE_IDS +
          storeIdOf(hit)
  // A product that is being moved to another cluster may stand for both.
  const keys = [figureOf, storeIdOf, productIdOf, clusterIdOf].map(
    (keyOf) => (hit: number) => -keyOf(hit),
  )
  const hits = await pageInOrder({ rows: numbers, keys, startsAtEnd: false }, place)
  return hits.map((hit) => ({
    cluster: clusterIdOf(hit),
    storeId: storeIdOf(hit),
    productId: productIdOf(hit),
    day: days[dayAt[hit] ?? 0]?.day ?? '',
  }))
}
