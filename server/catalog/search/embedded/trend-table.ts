import type { Day } from '#contracts/dates.ts'
import { type ClusterId, type StoreId, toClusterId, toStoreId } from '#contracts/ids.ts'
import { TREND_BADGES } from '#contracts/catalog/trending.ts'
import { rentUint32 } from './columns/array-pool.ts'
import { createCodeTable } from './columns/code-table.ts'
import {
  createNumberById,
  growableFloat64,
  growableUint32,
  growableUint8,
} from './columns/growable-arrays.ts'
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
      const added = await toDay(read)
      const isReplaced = new Uint8Array(clusters.count())
      for (const id of ids) isReplaced[clusters.numberOf(id)] = 1
      return joinDays(before ?? emptyDay(read.day, 0, 0), isReplaced, added)
    },
  }
}

/** Nearly all rows stay: those between two that do not are copied at once. */
function joinDays(before: TrendDay, isReplaced: Uint8Array, added: TrendDay): TrendDay {
  const joined = createDay(
    added.day,
    before.clusters.length + added.clusters.length,
    before.products.length + added.products.length,
  )
  let from = 0
  for (let row = 0; row < before.clusters.length; row++)
    if (isReplaced[before.clusters[row] ?? 0] === 1) {
      joined.append(before, from, row)
      from = row + 1
    }
  joined.append(before, from, before.clusters.length)
  joined.append(added, 0, added.clusters.length)
  return joined.made()
}

/**
 * The same days, each without the listings that a later one has for the same cluster: a search for
 * the latest day meets each listing once. A trend lasts some five days.
 */
export async function withoutRepeats(
  table: Pick<TrendTable, 'products'>,
  latestFirst: readonly TrendDay[],
): Promise<TrendDay[]> {
  using rented = rentUint32(table.products())
  /** The cluster of a listing that was met, as its number + 1. */
  const met = rented.values.fill(0, 0, table.products())
  const yieldIfDue = createYielder()
  const days: TrendDay[] = []
  for (const day of latestFirst) {
    const first = createDay(day.day, day.clusters.length, day.products.length)
    for (let row = 0; row < day.clusters.length; row++) {
      const cluster = 1 + (day.clusters[row] ?? 0)
      first.copy(
        day,
        row,
        (product) => met[product] !== cluster && Boolean((met[product] = cluster)),
      )
    }
    days.push(first.made())
    await yieldIfDue()
  }
  return days
}

/** A day that takes rows of others; a row without listings is left out. */
function createDay(day: Day, maxClusters: number, maxListings: number) {
  const { clusters, scores, stores, badges, starts, products } = emptyDay(
    day,
    maxClusters,
    maxListings,
  )
  let [count, listings] = [0, 0]
  return {
    append(from: TrendDay, first: number, end: number): void {
      const [start, stop] = [from.starts[first] ?? 0, from.starts[end] ?? 0]
      clusters.set(from.clusters.subarray(first, end), count)
      scores.set(from.scores.subarray(first, end), count)
      stores.set(from.stores.subarray(first, end), count)
      badges.set(from.badges.subarray(first, end), count)
      products.set(from.products.subarray(start, stop), listings)
      for (let row = first; row < end; row++)
        starts[++count] = (from.starts[row + 1] ?? 0) - start + listings
      listings += stop - start
    },
    copy(from: TrendDay, row: number, isTaken: (product: number) => boolean): void {
      const [start, end] = [listings, from.starts[row + 1] ?? 0]
      for (let at = from.starts[row] ?? 0; at < end; at++) {
        const product = from.products[at] ?? 0
        if (isTaken(product)) products[listings++] = product
      }
      if (listings === start) return
      clusters[count] = from.clusters[row] ?? 0
      scores[count] = from.scores[row] ?? 0
      stores[count] = from.stores[row] ?? 0
      badges[count] = from.badges[row] ?? 0
      starts[++count] = listings
    },
    made: (): TrendDay => ({
      day,
      clusters: clusters.slice(0, count),
      scores: scores.slice(0, count),
      stores: stores.slice(0, count),
      badges: badges.slice(0, count),
      starts: starts.slice(0, count + 1),
      products: products.slice(0, listings),
    }),
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
