import type { Day } from '#contracts/dates.ts'
import { TREND_BADGES } from '#contracts/stores/trend-formula.ts'
import { createNumberById, createGrowableArray } from './growable-arrays.ts'
import type { TrendDayRows, ProductKey } from '#server/catalog/search/trend-rows.ts'

/** A day's trends, immutable: a reader who started earlier sees the earlier state. The columns are parallel. */
export type TrendDay = {
  day: Day
  products: Uint32Array
  scores: Uint16Array
  stores: Uint32Array
  /** Indexes in `TREND_BADGES`. */
  badges: Uint8Array
}

/** Products that are or were trending, numbered from 0. */
export type TrendTable = {
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
    products: () => titles.length,
    storeIdOf: (product) => storeIds.values[product] ?? 0,
    stores: () => storeCount,
    storeOf: (product) => storesOf.values[product] ?? 0,
    productIdOf: (product) => productIds.values[product] ?? 0,
    titles,
    untitled,
    toDay({ day, rows }) {
      const trendDay = emptyDay(day, rows.length)
      rows.forEach((row, at) => {
        const product = numberOf({ storeId: row.store_id, productId: row.product_id })
        untitled.add(product)
        trendDay.products[at] = product
        trendDay.scores[at] = row.score
        trendDay.stores[at] = row.stores
        trendDay.badges[at] = TREND_BADGES.indexOf(row.badge)
      })
      return trendDay
    },
  }
}

const emptyDay = (day: Day, length: number): TrendDay => ({
  day,
  products: new Uint32Array(length),
  scores: new Uint16Array(length),
  stores: new Uint32Array(length),
  badges: new Uint8Array(length),
})
