import { TREND_BADGES, type TrendBadge } from '#contracts/catalog/trending.ts'
import type { StoreId } from '#contracts/ids.ts'
import type { DaySpan, Range, TrendHit } from '#server/catalog/search/search.ts'
import { rentUint16, rentUint32, rentUint8 } from './columns/array-pool.ts'
import { pageInOrder } from './order.ts'
import { allRows } from './row-set.ts'
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
  hits: Hits
  total: number
  page: (order: TrendOrder, range: Range) => Promise<TrendHit[]>
}

/** Of any badge, title and store. */
export async function matchTrends(
  table: TrendTable,
  latestFirst: readonly TrendDay[],
  span: DaySpan,
): Promise<TrendHits> {
  const days = span
    ? latestFirst.filter(({ day }) => day >= span.from && day <= span.to)
    : latestFirst
  using hits = createHits(days, table.clusters())
  using done = rentUint8(table.clusters())
  await takeDays(hits, done.values.fill(0), (day, row) => day.products[day.starts[row] ?? 0])
  return openHits(table, hits.taken())
}

/**
 * A cluster whose listing passes stays as it is; only the others are looked for again, on all days
 * with all their listings. Most accounts leave out few stores.
 */
export async function narrowTrends(
  table: TrendTable,
  { hits: all }: TrendHits,
  tests: TrendTests,
): Promise<TrendHits> {
  const { days, dayAt, rowAt, products } = all
  using hits = createHits(days, products.length)
  const isIncluded = TREND_BADGES.map((badge) => tests.badges?.includes(badge) ?? true)
  const passes = createListingTest(table, tests)
  using rented = rentUint8(table.clusters())
  const done = rented.values.fill(1)
  let failed = 0
  await inSlices(products.length, (from, to) => {
    for (let hit = from; hit < to; hit++) {
      const [day, row, product] = [days[dayAt[hit] ?? 0], rowAt[hit] ?? 0, products[hit] ?? 0]
      if (!day) continue
      if (passes(product)) {
        if (isIncluded[day.badges[row] ?? 0]) hits.take(dayAt[hit] ?? 0, row, product)
      } else {
        done[day.clusters[row] ?? 0] = 0
        failed++
      }
    }
  })
  const isShown = (day: TrendDay, row: number) => isIncluded[day.badges[row] ?? 0] ?? false
  if (failed > 0) await takeDays(hits, done, (day, row) => findListing(day, row, passes), isShown)
  return openHits(table, hits.taken())
}

const openHits = (table: TrendTable, hits: Hits): TrendHits => ({
  hits,
  total: hits.products.length,
  page: (order, range) => pageOfHits(table, hits, order, range),
})

/** Parallel: the day, the cluster's row in it, and the listing that stands for it. */
export type Hits = {
  days: readonly TrendDay[]
  dayAt: Uint16Array
  rowAt: Uint32Array
  products: Uint32Array
}

function createHits(days: readonly TrendDay[], clusters: number) {
  const most = Math.min(
    clusters,
    days.reduce((sum, day) => sum + day.clusters.length, 0),
  )
  const rented = new DisposableStack()
  const dayAt = rented.use(rentUint16(most)).values
  const rowAt = rented.use(rentUint32(most)).values
  const products = rented.use(rentUint32(most)).values
  let total = 0
  return {
    days,
    [Symbol.dispose]: () => rented.dispose(),
    take(day: number, row: number, product: number) {
      dayAt[total] = day
      rowAt[total] = row
      products[total++] = product
    },
    taken: (): Hits => ({
      days,
      dayAt: dayAt.slice(0, total),
      rowAt: rowAt.slice(0, total),
      products: products.slice(0, total),
    }),
  }
}

const DAYS_PER_SLICE = 1

type FindListing = (day: TrendDay, row: number) => number | undefined

/** The clusters that are not done, each on the latest of the days on which it has a listing. */
async function takeDays(
  { days, take }: ReturnType<typeof createHits>,
  done: Uint8Array,
  find: FindListing,
  isShown: (day: TrendDay, row: number) => boolean = () => true,
): Promise<void> {
  const takeDay = (day: TrendDay, at: number) => {
    for (let row = 0; row < day.clusters.length; row++) {
      const cluster = day.clusters[row] ?? 0
      if (done[cluster] === 1) continue
      const product = find(day, row)
      if (product === undefined) continue
      done[cluster] = 1
      if (isShown(day, row)) take(at, row, product)
    }
  }
  await inSlices(
    days.length,
    (from, to) => days.slice(from, to).forEach((day, place) => takeDay(day, from + place)),
    DAYS_PER_SLICE,
  )
}

/** The first listing of a day's cluster that passes. */
function findListing(
  { starts, products }: TrendDay,
  row: number,
  passes: (product: number) => boolean,
): number | undefined {
  const end = starts[row + 1] ?? 0
  for (let at = starts[row] ?? 0; at < end; at++) if (passes(products[at] ?? 0)) return products[at]
  return undefined
}

function createListingTest(table: TrendTable, { isInTitle, stores }: TrendTests) {
  const passesStore = stores && memoizeByStore(table, stores.has)
  const passesTitle = isInTitle && memoizeByProduct(table, isInTitle)
  return (product: number): boolean =>
    (passesStore?.(product) ?? true) && (passesTitle?.(product) ?? true)
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
  { days, dayAt, rowAt, products }: Hits,
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
  const hits = await pageInOrder(
    { rows: allRows(products.length), keys, startsAtEnd: false },
    place,
  )
  return hits.map((hit) => ({
    cluster: clusterIdOf(hit),
    storeId: storeIdOf(hit),
    productId: productIdOf(hit),
    day: days[dayAt[hit] ?? 0]?.day ?? '',
  }))
}
