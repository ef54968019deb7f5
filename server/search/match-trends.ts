import type { Day } from '#contracts/dates.ts'
import { TREND_BADGES } from '#contracts/trend-formula.ts'
import type { TrendBadge } from '#contracts/trending.ts'
import { borrowUint16, borrowUint32, borrowUint8 } from './borrow.ts'
import { inSlices } from './in-slices.ts'
import { pageInOrder } from './page-in-order.ts'
import type { TrendDay, TrendTable } from './trend-table.ts'

export type TrendQuery = {
  /** Days of the trends, both ends included; null for all days. */
  days: { from: Day; to: Day } | null
  /** Badges of the displayed trend; null for any. */
  badges: readonly TrendBadge[] | null
  /** Tests a folded title; null for any. */
  isInTitle: ((foldedTitle: string) => boolean) | null
  /** Stores whose products count; null for all stores. */
  stores: { has: (storeId: number) => boolean } | null
}

export type TrendOrder =
  | { sortBy: 'score' | 'stores' }
  | { sortBy: 'foundAt'; foundAtOf: (storeId: number) => number }
/** A product and the latest of the requested days on which it was trending. */
export type TrendHit = { storeId: number; productId: number; day: Day }

/** Each product once, as it was on the latest of the days on which it was trending. */
export type TrendMatch = {
  total: number
  page: (order: TrendOrder, place: { offset: number; size: number }) => Promise<TrendHit[]>
}

export const isNarrowed = ({ badges, isInTitle, stores }: TrendQuery): boolean =>
  badges !== null || isInTitle !== null || stores !== null

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

/** The columns are parallel; `dayAt` = the day's index in `days`. */
type Hits = {
  total: number
  days: readonly TrendDay[]
  dayAt: Uint16Array
  products: Uint32Array
  scores: Uint16Array
  stores: Uint32Array
}

const DAYS_PER_SLICE = 8

async function findHits(table: TrendTable, days: readonly TrendDay[], query: TrendQuery): Promise<Hits> {
  using lentSeen = borrowUint8(table.products())
  const isSeen = lentSeen.values.fill(0)
  const passes = isNarrowed(query) ? createTest(table, query) : null
  const rows = days.reduce((sum, day) => sum + day.products.length, 0)
  const most = Math.min(table.products(), rows)
  using lentDays = borrowUint16(most)
  using lentProducts = borrowUint32(most)
  using lentScores = borrowUint16(most)
  using lentStores = borrowUint32(most)
  const [dayAt, products] = [lentDays.values, lentProducts.values]
  const [scores, stores] = [lentScores.values, lentStores.values]
  let total = 0
  const takeDay = (day: TrendDay, at: number) => {
    for (let row = 0; row < day.products.length; row++) {
      const product = day.products[row] ?? 0
      if (isSeen[product] === 1) continue
      isSeen[product] = 1
      if (passes && !passes(product, day.badges[row] ?? 0)) continue
      dayAt[total] = at
      products[total] = product
      scores[total] = day.scores[row] ?? 0
      stores[total++] = day.stores[row] ?? 0
    }
  }
  await inSlices(
    days.length,
    (from, to) => days.slice(from, to).forEach((day, place) => takeDay(day, from + place)),
    DAYS_PER_SLICE,
  )
  return {
    total,
    days,
    dayAt: dayAt.slice(0, total),
    products: products.slice(0, total),
    scores: scores.slice(0, total),
    stores: stores.slice(0, total),
  }
}

function createTest(table: TrendTable, { badges, isInTitle, stores }: TrendQuery) {
  const isWanted = TREND_BADGES.map((badge) => badges === null || badges.includes(badge))
  const passesStore = stores && rememberStores(table, stores.has)
  return (product: number, badge: number): boolean =>
    isWanted[badge] === true &&
    (!passesStore || passesStore(product)) &&
    (!isInTitle || isInTitle(table.titles[product] ?? ''))
}

const [YES, NO] = [1, 2]

/** A store has several products: its answer is cached. */
function rememberStores(table: TrendTable, has: (storeId: number) => boolean): (product: number) => boolean {
  const answers = new Uint8Array(table.stores())
  return (product) => {
    const store = table.storeOf(product)
    answers[store] ||= has(table.storeIdOf(product)) ? YES : NO
    return answers[store] === YES
  }
}

/** Combines a figure and a store's number into one number: both are whole, and together they stay below 2^53. */
const STORE_IDS = 2 ** 36

async function pageOfHits(
  table: TrendTable,
  { total, days, dayAt, products, scores, stores }: Hits,
  order: TrendOrder,
  place: { offset: number; size: number },
): Promise<TrendHit[]> {
  const storeIdOf = (hit: number) => table.storeIdOf(products[hit] ?? 0)
  const productIdOf = (hit: number) => table.productIdOf(products[hit] ?? 0)
  const figures = order.sortBy === 'score' ? scores : stores
  const keyOf =
    order.sortBy === 'foundAt'
      ? (hit: number) => order.foundAtOf(storeIdOf(hit))
      : (hit: number) => (figures[hit] ?? 0) * STORE_IDS + storeIdOf(hit)
  const compareTies = (a: number, b: number) => storeIdOf(b) - storeIdOf(a) || productIdOf(b) - productIdOf(a)
  const hits = await pageInOrder({ total, keyOf, compareTies }, place)
  return hits.map((hit) => ({
    storeId: storeIdOf(hit),
    productId: productIdOf(hit),
    day: days[dayAt[hit] ?? 0]?.day ?? '',
  }))
}
