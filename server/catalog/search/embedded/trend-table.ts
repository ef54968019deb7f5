import type { Day } from '#contracts/dates.ts'
import { TREND_BADGES } from '#contracts/stores/trend-formula.ts'
import { createNumberById, createGrowableArray } from './growable-arrays.ts'
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
  clusterIdOf: (cluster: number) => number
  products: () => number
  storeIdOf: (product: number) => number
  /** The number of their stores, and the store of a product, counted from 0. */
  stores: () => number
  storeOf: (product: number) => number
  productIdOf: (product: number) => number
  /** Folded; empty until they are read. */
  titles: string[]
  /** Products whose titles have to be read, for the first time or again. */
  untitled: Set<number>
  toDay: (read: TrendDayRows) => TrendDay
}

const NONE = 0

export function createTrendTable(): TrendTable {
  const storeIds = createGrowableArray((length) => new Float64Array(length))
  const productIds = createGrowableArray((length) => new Float64Array(length))
  const storeNumbers = createNumberById()
  const clusters = createClusterNumbers()
  let storeCount = 0
  const storesOf = createGrowableArray((length) => new Uint32Array(length))
  /** The platform's numbers are nearly unique; products with the same number form a chain, each with its number + 1. */
  const lastOf = new Map<number, number>()
  const earlier = createGrowableArray((length) => new Uint32Array(length))
  const titles: string[] = []
  const untitled = new Set<number>()
  const find = ({ storeId, productId }: ProductKey): number => {
    let link = lastOf.get(productId) ?? NONE
    while (link !== NONE && storeIds.values[link - 1] !== storeId) link = earlier.values[link - 1] ?? NONE
    return link - 1
  }
  const numberOf = (key: ProductKey): number => {
    const known = find(key)
    if (known >= 0) return known
    const product = titles.length
    storeIds.set(product, key.storeId)
    productIds.set(product, key.productId)
    const store = storeNumbers.get(key.storeId) ?? storeCount++
    storeNumbers.set(key.storeId, store)
    storesOf.set(product, store)
    earlier.set(product, lastOf.get(key.productId) ?? NONE)
    lastOf.set(key.productId, product + 1)
    titles.push('')
    return product
  }
  return {
    clusters: clusters.count,
    clusterIdOf: clusters.idOf,
    products: () => titles.length,
    storeIdOf: (product) => storeIds.values[product] ?? 0,
    stores: () => storeCount,
    storeOf: (product) => storesOf.values[product] ?? 0,
    productIdOf: (product) => productIds.values[product] ?? 0,
    titles,
    untitled,
    toDay({ day, rows }) {
      const trendDay = toClusters(day, rows, clusters.numberOf)
      rows.forEach((row, at) => {
        const product = numberOf({ storeId: row.store_id, productId: row.product_id })
        untitled.add(product)
        trendDay.products[at] = product
      })
      return trendDay
    },
  }
}

function createClusterNumbers() {
  const numbers = createNumberById()
  const ids: number[] = []
  return {
    count: () => ids.length,
    idOf: (cluster: number): number => ids[cluster] ?? 0,
    numberOf(id: number): number {
      const cluster = numbers.get(id) ?? ids.push(id) - 1
      numbers.set(id, cluster)
      return cluster
    },
  }
}

/** A day with its clusters; their listings are still to be entered. */
function toClusters(day: Day, rows: TrendDayRows['rows'], numberOf: (id: number) => number): TrendDay {
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
