import type { StoreId } from '#contracts/ids.ts'
import { TREND_BADGES } from '#contracts/stores/trend-formula.ts'
import type { TrendBadge } from '#contracts/stores/trending.ts'
import type { DaySpan, Range, TrendHit } from '#server/catalog/search/search.ts'
import { rentFloat64, rentUint16, rentUint32, rentUint8 } from './array-pool.ts'
import { inSlices } from './scheduling.ts'
import { createTopRows, quickselect } from './selection.ts'
import type { TrendDay, TrendTable } from './trend-table.ts'

/** What a trend has to pass beside its day. */
export type TrendTests = {
  /** Badges of the displayed trend; null for any. */
  badges: readonly TrendBadge[] | null
  /** Tests the folded title of a listing; null for any. */
  isInTitle: ((foldedTitle: string) => boolean) | null
  /** Stores whose listings count; null for all stores. */
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
  return { total: hits.total, page: (order, range) => pageOfHits(table, hits, order, range) }
}

/**
 * The columns are parallel; `dayAt` = the day's index in `days`, `products` = the listings that
 * stand for the clusters.
 */
type Hits = {
  total: number
  days: readonly TrendDay[]
  dayAt: Uint16Array
  clusters: Uint32Array
  products: Uint32Array
  scores: Uint16Array
  stores: Uint32Array
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
  using rentedClusters = rentUint32(maxHits)
  using rentedProducts = rentUint32(maxHits)
  using rentedScores = rentUint16(maxHits)
  using rentedStores = rentUint32(maxHits)
  const [dayAt, clusters, products] = [
    rentedDays.values,
    rentedClusters.values,
    rentedProducts.values,
  ]
  const [scores, stores] = [rentedScores.values, rentedStores.values]
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
      clusters[total] = cluster
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
  const cut = <Column extends { slice: (from: number, to: number) => Column }>(column: Column) =>
    column.slice(0, total)
  return {
    total,
    days,
    dayAt: cut(dayAt),
    clusters: cut(clusters),
    products: cut(products),
    scores: cut(scores),
    stores: cut(stores),
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

async function pageOfHits(
  table: TrendTable,
  { total, days, dayAt, clusters, products, scores, stores }: Hits,
  order: TrendOrder,
  place: Range,
): Promise<TrendHit[]> {
  const storeIdOf = (hit: number) => table.storeIdOf(products[hit] ?? 0)
  const productIdOf = (hit: number) => table.productIdOf(products[hit] ?? 0)
  const figures = order.sortBy === 'score' ? scores : stores
  const keyOf =
    order.sortBy === 'foundAt'
      ? (hit: number) => order.foundAtOf(storeIdOf(hit))
      : (hit: number) => (figures[hit] ?? 0) * STORE_IDS + storeIdOf(hit)
  const clusterIdOf = (hit: number) => table.clusterIdOf(clusters[hit] ?? 0)
  // A product that is being moved to another cluster may stand for both.
  const compareTies = (a: number, b: number) =>
    storeIdOf(b) - storeIdOf(a) ||
    productIdOf(b) - productIdOf(a) ||
    clusterIdOf(b) - clusterIdOf(a)
  const hits = await pageInOrder({ total, keyOf, compareTies }, place)
  return hits.map((hit) => ({
    cluster: clusterIdOf(hit),
    storeId: storeIdOf(hit),
    productId: productIdOf(hit),
    day: days[dayAt[hit] ?? 0]?.day ?? '',
  }))
}

type Ordered = {
  /** Items are numbered from 0. */
  total: number
  /** The highest first. */
  keyOf: (item: number) => number
  /** Orders items with the same key: negative when `a` comes before `b`. */
  compareTies: (a: number, b: number) => number
}

/** Up to here a heap of all earlier items is cheaper than finding the keys at the page's ends. */
const MAX_HEAP_ITEMS = 2_000

/** A page of the items in order. */
async function pageInOrder(
  ordered: Ordered,
  { offset, size }: { offset: number; size: number },
): Promise<number[]> {
  const end = Math.min(offset + size, ordered.total)
  if (offset >= end) return []
  return end <= MAX_HEAP_ITEMS
    ? (await findFirstItems(ordered, end)).slice(offset)
    : findDistantItems(ordered, offset, end)
}

async function findFirstItems(
  { total, keyOf, compareTies }: Ordered,
  count: number,
): Promise<number[]> {
  const first = createTopRows(count, (a, b) => keyOf(b) - keyOf(a) || compareTies(a, b))
  let lowest = -Infinity
  await inSlices(total, (from, to) => {
    for (let item = from; item < to; item++) {
      if (keyOf(item) < lowest) continue
      first.offer(item)
      const last = first.last()
      if (last !== undefined) lowest = keyOf(last)
    }
  })
  return first.inOrder()
}

/** Sorts only the items between the keys at both ends. */
async function findDistantItems(
  { total, keyOf, compareTies }: Ordered,
  offset: number,
  end: number,
): Promise<number[]> {
  using rentedKeys = rentFloat64(total)
  using rentedOrder = rentFloat64(total)
  const [keys, inOrder] = [rentedKeys.values, rentedOrder.values.subarray(0, total)]
  await inSlices(total, (from, to) => {
    for (let item = from; item < to; item++) keys[item] = keyOf(item)
  })
  inOrder.set(keys.subarray(0, total))
  // Positions are counted from the lowest.
  const maxHits = offset === 0 ? Infinity : await quickselect(inOrder, total - 1 - offset)
  const lowest = await quickselect(inOrder, total - end)
  let before = 0
  const between: number[] = []
  await inSlices(total, (from, to) => {
    for (let item = from; item < to; item++) {
      const key = keys[item] ?? 0
      if (key > maxHits) before++
      else if (key >= lowest) between.push(item)
    }
  })
  between.sort((a, b) => (keys[b] ?? 0) - (keys[a] ?? 0) || compareTies(a, b))
  return between.slice(offset - before, end - before)
}
