import type { Day } from '#contracts/dates.ts'
import type { ClusterId, StoreId } from '#contracts/ids.ts'
import type { Range } from '#server/catalog/search/search.ts'

/**
 * A listing, and the cluster that it represents; `day` = the day whose trend is shown; null = the
 * latest one.
 */
export type ProductKey = {
  storeId: StoreId
  productId: number
  day: Day | null
  cluster?: ClusterId
}

/** The products of a query, in its order: the same for the list and for its exports. */
export type ProductView = {
  total: number
  /** As in `StoreMatch`. */
  asOf: Date | null
  searched?: { stores: number; of: number } | undefined
  keys: (range: Range) => Promise<ProductKey[]>
  /** The first `limit` keys as of one moment, in batches. */
  firstKeys: (limit: number) => AsyncIterable<ProductKey[]>
}
