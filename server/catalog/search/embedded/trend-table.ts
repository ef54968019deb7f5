import type { Day } from '#contracts/dates.ts'
import { type ClusterId, type StoreId, toClusterId, toStoreId } from '#contracts/ids.ts'
import { TREND_BADGES } from '#contracts/catalog/trend-formula.ts'
import { createCodeTable } from './code-table.ts'
import {
  createNumberById,
  growableFloat64,
  growableUint32,
  growableUint8,
} from './growable-arrays.ts'
import { createYielder } from './scheduling.ts'
import type { TrendDayRows, ProductKey } from '#server/catalog/search/trend-rows.ts'

/** A day's trends, immutable: a reader who started earlier sees the earlier state. */
export type TrendDay = {
  day: Day
  /** The columns of the clusters are parallel. */
  clusters: Uint32Array
  scores: Uint16Array
  stores: Uint32Array
  /** Indexes in `TREND_BADGES`. */
  badges: Uint8Array
  /** Where the listings of each cluster begin; one more than there are clusters. */
  starts: Uint32Array
  /** The listings, cluster by cluster; in each the highest store id first. */
  products: Uint32Array
}

/** Clusters that are or were trending, and their listings, both numbered from 0. */
export type TrendTable = {
  clusters: () => number
  clusterIdOf: (cluster: number) => ClusterId
  products: () => number
  storeIdOf: (product: number) => StoreId
  stores: () => number
  storeOf: (product: number) => number
  productIdOf: (product: number) => number
  /** Folded; empty until it is read. */
  titleOf: (product: number) => string
  setTitle: (product: number, folded: string) => void
  /** Products whose titles have to be read, for the first time or again. */
  untitled: () => number[]
  toDay: (read: TrendDayRows) => Promise<TrendDay>
  /** The day with the rows that were read in place of those that it has of these clusters. */
  replace: (
    before: TrendDay | undefined,
    clusters: readonly ClusterId[],
    read: TrendDayRows,
  ) => Promise<TrendDay>
}

const TO_READ = 0
const IS_READ = 1

export function createTrendTable(): TrendTable {
  const clusters = createClusterNumbers()
  const products = createProductNumbers()
  const storeNumbers = createNumberById()
  let storeCount = 0
  const storesOf = growableUint32()
  const titles: string[] = []
  const titleStates = growableUint8()
  const numberOf = (key: ProductKey): number => {
    const before = products.count()
    const product = products.numberOf(key)
    if (product === before) {
      const store = storeNumbers.get(key.storeId) ?? storeCount++
      storeNumbers.set(key.storeId, store)
      storesOf.set(product, store)
    }
    return product
  }
  const toDay = async ({ day, rows }: TrendDayRows): Promise<TrendDay> => {
    const trendDay = toClusters(day, rows, clusters.numberOf)
    const yieldIfDue = createYielder()
    for (const [at, row] of rows.entries()) {
      const product = numberOf({ storeId: row.store_id, productId: row.product_id })
      titleStates.set(product, TO_READ)
      trendDay.products[at] = product
      const pause = yieldIfDue()
      if (pause) await pause
    }
    return trendDay
  }
  return {
    clusters: clusters.count,
    clusterIdOf: clusters.idOf,
    products: products.count,
    storeIdOf: products.storeIdOf,
    stores: () => storeCount,
    storeOf: (product) => storesOf.values[product] ?? 0,
    productIdOf: products.productIdOf,
    titleOf: (product) => titles[product] ?? '',
    setTitle(product, folded) {
      // Without gaps: an array with gaps would become a slow map.
      while (titles.length < product) titles.push('')
      titles[product] = folded
      titleStates.set(product, IS_READ)
    },
    untitled() {
      const untitled: number[] = []
      for (let product = 0; product < products.count(); product++)
        if ((titleStates.values[product] ?? TO_READ) === TO_READ) untitled.push(product)
      return untitled
    },
    toDay,
    async replace(before, ids, read) {
      const replaced = new Set(ids.map(clusters.numberOf))
      return joinDays(before ?? emptyDay(read.day, 0, 0), replaced, await toDay(read))
    },
  }
}

function joinDays(before: TrendDay, replaced: ReadonlySet<number>, added: TrendDay): TrendDay {
  const joined = emptyDay(
    added.day,
    before.clusters.length + added.clusters.length,
    before.products.length + added.products.length,
  )
  let count = 0
  let listings = 0
  const copy = (from: TrendDay, row: number) => {
    joined.clusters[count] = from.clusters[row] ?? 0
    joined.scores[count] = from.scores[row] ?? 0
    joined.stores[count] = from.stores[row] ?? 0
    joined.badges[count] = from.badges[row] ?? 0
    const end = from.starts[row + 1] ?? 0
    for (let at = from.starts[row] ?? 0; at < end; at++)
      joined.products[listings++] = from.products[at] ?? 0
    joined.starts[++count] = listings
  }
  for (let row = 0; row < before.clusters.length; row++)
    if (!replaced.has(before.clusters[row] ?? 0)) copy(before, row)
  for (let row = 0; row < added.clusters.length; row++) copy(added, row)
  return {
    day: joined.day,
    clusters: joined.clusters.slice(0, count),
    scores: joined.scores.slice(0, count),
    stores: joined.stores.slice(0, count),
    badges: joined.badges.slice(0, count),
    starts: joined.starts.slice(0, count + 1),
    products: joined.products.slice(0, listings),
  }
}

function createProductNumbers() {
  const storeIds = growableFloat64()
  const productIds = growableFloat64()
  let count = 0
  const storeIdOf = (product: number) => toStoreId(storeIds.values[product] ?? 0)
  const productIdOf = (product: number) => productIds.values[product] ?? 0
  const codes = createCodeTable((code) => hashOf(storeIdOf(code - 1), productIdOf(code - 1)))
  let asked: ProductKey | null = null
  const isAsked = (code: number) =>
    productIdOf(code - 1) === asked?.productId && storeIdOf(code - 1) === asked.storeId
  return {
    count: () => count,
    storeIdOf,
    productIdOf,
    numberOf(key: ProductKey): number {
      asked = key
      const hash = hashOf(key.storeId, key.productId)
      const code = codes.find(hash, isAsked)
      if (code !== 0) return code - 1
      storeIds.set(count, key.storeId)
      productIds.set(count, key.productId)
      codes.add(hash, count + 1)
      return count++
    },
  }
}

/** 32 bits; ids have up to 53. */
function hashOf(storeId: StoreId, productId: number): number {
  let hash = Math.imul(storeId, 0x9e3779b1) ^ Math.imul(productId, 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 15) ^ Math.floor(productId / 2 ** 32), 0xc2b2ae35)
  return (hash ^ (hash >>> 13)) >>> 0
}

function createClusterNumbers() {
  const numbers = createNumberById()
  const ids: ClusterId[] = []
  return {
    count: () => ids.length,
    idOf: (cluster: number) => ids[cluster] ?? toClusterId(0),
    numberOf(id: ClusterId): number {
      const cluster = numbers.get(id) ?? ids.push(id) - 1
      numbers.set(id, cluster)
      return cluster
    },
  }
}

/** A day with its clusters; their listings are still to be entered. */
function toClusters(
  day: Day,
  rows: TrendDayRows['rows'],
  numberOf: (id: ClusterId) => number,
): TrendDay {
  const starts = rows.flatMap((row, at) => (row.cluster === rows[at - 1]?.cluster ? [] : [at]))
  const trendDay = emptyDay(day, starts.length, rows.length)
  starts.forEach((start, at) => {
    const row = rows[start]
    if (!row) return
    trendDay.clusters[at] = numberOf(row.cluster)
    trendDay.scores[at] = row.score
    trendDay.stores[at] = row.stores
    trendDay.badges[at] = TREND_BADGES.indexOf(row.badge)
  })
  trendDay.starts.set([...starts, rows.length])
  return trendDay
}

const emptyDay = (day: Day, clusters: number, listings: number): TrendDay => ({
  day,
  clusters: new Uint32Array(clusters),
  scores: new Uint16Array(clusters),
  stores: new Uint32Array(clusters),
  badges: new Uint8Array(clusters),
  starts: new Uint32Array(clusters + 1),
  products: new Uint32Array(listings),
})
