import type { Day } from '#contracts/dates.ts'
import { TREND_BADGES } from '#contracts/trend-formula.ts'
import type { TrendBadge } from '#contracts/trending.ts'
import { inSlices } from './in-slices.ts'
import { pageInOrder } from './page-in-order.ts'
import type { TrendDay, TrendTable } from './trend-table.ts'

export type TrendQuery = {
  /** Days of the trends, both ends counted; null for all days. */
  days: { from: Day; to: Day } | null
  /** Of the trend that is shown; null for any. */
  badges: readonly TrendBadge[] | null
  /** Of a folded title; null for any. */
  isInTitle: ((foldedTitle: string) => boolean) | null
  /** Whose products; null for all stores. */
  stores: { has: (storeId: number) => boolean } | null
}

export type TrendOrder =
  | { sortBy: 'score' | 'stores' }
  | { sortBy: 'foundAt'; foundAtOf: (storeId: number) => number }
/** A product and the latest of the asked days on which it was trending. */
export type TrendHit = { storeId: number; productId: number; day: Day }

/** Each product once, as it was on the latest of the days on which it was trending. */
export type TrendMatch = {
  total: number
  page: (order: TrendOrder, place: { offset: number; size: number }) => Promise<TrendHit[]>
}

/** Where the trend of a hit stands: the day's place, and the row in it. */
type Hits = { total: number; days: readonly TrendDay[]; dayAt: Uint16Array; rowAt: Uint32Array }

export async function matchTrends(
  table: TrendTable,
  latestFirst: readonly TrendDay[],
  query: TrendQuery,
): Promise<TrendMatch> {
  const { days: span } = query
  const days = span ? latestFirst.filter(({ day }) => day >= span.from && day <= span.to) : latestFirst
  const hits = await findHits(table, days, query)
  return { total: hits.total, page: (order, place) => pageOfHits(table, hits, order, place) }
}

const DAYS_PER_SLICE = 8

async function findHits(table: TrendTable, days: readonly TrendDay[], query: TrendQuery): Promise<Hits> {
  const products = table.products()
  const isSeen = new Uint8Array(products)
  const passes = createTest(table, query)
  const most = Math.min(
    products,
    days.reduce((sum, day) => sum + day.products.length, 0),
  )
  const hits = { total: 0, days, dayAt: new Uint16Array(most), rowAt: new Uint32Array(most) }
  const takeDay = (day: TrendDay, at: number) => {
    for (let row = 0; row < day.products.length; row++) {
      const product = day.products[row] ?? 0
      if (isSeen[product] === 1) continue
      isSeen[product] = 1
      if (!passes(product, day.badges[row] ?? 0)) continue
      hits.dayAt[hits.total] = at
      hits.rowAt[hits.total++] = row
    }
  }
  await inSlices(
    days.length,
    (from, to) => days.slice(from, to).forEach((day, place) => takeDay(day, from + place)),
    DAYS_PER_SLICE,
  )
  return hits
}

function createTest(table: TrendTable, { badges, isInTitle, stores }: TrendQuery) {
  const isWanted = TREND_BADGES.map((badge) => badges === null || badges.includes(badge))
  const passesStore = stores ? remember(stores.has) : () => true
  return (product: number, badge: number): boolean =>
    isWanted[badge] === true &&
    passesStore(table.storeIdOf(product)) &&
    (isInTitle === null || isInTitle(table.titles[product] ?? ''))
}

/** Rows of a day stand by store, so the same one is asked for again and again. */
function remember(has: (storeId: number) => boolean): (storeId: number) => boolean {
  let [last, answer] = [-1, false]
  return (storeId) => {
    if (storeId !== last) [last, answer] = [storeId, has(storeId)]
    return answer
  }
}

const STORE_IDS = 2 ** 36

async function pageOfHits(
  table: TrendTable,
  { total, days, dayAt, rowAt }: Hits,
  order: TrendOrder,
  place: { offset: number; size: number },
): Promise<TrendHit[]> {
  const productOf = (hit: number) => days[dayAt[hit] ?? 0]?.products[rowAt[hit] ?? 0] ?? 0
  const storeIdOf = (hit: number) => table.storeIdOf(productOf(hit))
  // Store and figure as one number: both are whole, and together they stay below 2^53.
  const figureOf = (hit: number, column: 'scores' | 'stores') =>
    (days[dayAt[hit] ?? 0]?.[column][rowAt[hit] ?? 0] ?? 0) * STORE_IDS + storeIdOf(hit)
  const keyOf = (hit: number): number => {
    if (order.sortBy === 'foundAt') return order.foundAtOf(storeIdOf(hit))
    return figureOf(hit, order.sortBy === 'score' ? 'scores' : 'stores')
  }
  const compareTies = (a: number, b: number) =>
    storeIdOf(b) - storeIdOf(a) || table.productIdOf(productOf(b)) - table.productIdOf(productOf(a))
  const hits = await pageInOrder({ total, keyOf, compareTies }, place)
  return hits.map((hit) => ({
    storeId: storeIdOf(hit),
    productId: table.productIdOf(productOf(hit)),
    day: days[dayAt[hit] ?? 0]?.day ?? '',
  }))
}
