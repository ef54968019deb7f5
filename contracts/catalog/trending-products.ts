import * as z from 'zod/mini'
import { Day, validDateRange } from '#contracts/date-fields.ts'
import { endpoint } from '#contracts/endpoint.ts'
import { StoreId } from '#contracts/ids.ts'
import { asOfField, pageFields, pageOf } from '#contracts/paging.ts'
import { ClusterSummary, namedStore } from './product-clusters.ts'
import { StoreProduct } from './products.ts'
import { readSpan } from './store-filters.ts'
import { storeQueryFields, StoreScope } from './stores.ts'
import { TREND_BADGES, type TrendBadge } from './trending.ts'

/**
 * A listing. In the scope `trending` it represents its product: among the listings that pass the
 * filters, it is from the newest store.
 */
export const TrendingProduct = z.extend(StoreProduct, {
  /**
   * The product across all stores; null in the scope `all`, and for a product that is being matched
   * again.
   */
  cluster: z.nullable(ClusterSummary),
  store: z.object({
    id: StoreId,
    ...namedStore,
    foundDay: Day,
  }),
})
export type TrendingProduct = z.infer<typeof TrendingProduct>

/**
 * `trending`: products that were trending on one of the dates, each once however many stores list
 * it, in stores of any age. `all`: all listings of the stores that the list would show for the same
 * query.
 */
export const ProductScope = z.enum(['trending', 'all'])
export type ProductScope = z.infer<typeof ProductScope>

/**
 * `stores` = number of new stores that list it; `foundAt` = when the store of the shown listing was
 * found; `seenAt` = when we first saw the listing. Highest or latest first, except `cheapest`.
 */
export const ProductViewSort = z.enum([
  'score',
  'stores',
  'foundAt',
  'seenAt',
  'cheapest',
  'dearest',
])
export type ProductViewSort = z.infer<typeof ProductViewSort>

/** The first one is the default. */
export const scopeSorts = {
  trending: ['score', 'stores', 'foundAt'],
  all: ['foundAt', 'seenAt', 'cheapest', 'dearest'],
} as const satisfies Record<ProductScope, readonly ProductViewSort[]>

/** Choices of listings themselves, not of their stores; only in the scope `all`. */
const listingFields = {
  /** Lowest price, about, in dollars: `20..50`, either end may be missing. */
  listingPrice: z.optional(
    z.string().check(
      z.maxLength(30),
      z.refine((text) => readSpan(text) !== null),
    ),
  ),
  /** First seen by us within so many days. */
  seenWithin: z.optional(z.string().check(z.regex(/^[1-9]\d{0,2}$/))),
  /** A variant costs less than its own earlier price. */
  reduced: z.optional(z.literal('yes')),
}

/**
 * Listings are searched and sorted in so many stores at most, those found last: their products have
 * no index of their own.
 */
export const SEARCHED_STORES = 1_000

const isBadge = (text: string): text is TrendBadge => TREND_BADGES.some((badge) => badge === text)
/** Null when the text contains an unknown badge. */
export const readBadges = (text: string): TrendBadge[] | null => {
  const badges = text.split(',').filter((part) => part !== '')
  return badges.every(isBadge) ? badges : null
}

type ViewQuery = {
  scope: ProductScope
  sortBy?: ProductViewSort | undefined
  title?: string | undefined
  badge?: string | undefined
  listingPrice?: string | undefined
  seenWithin?: string | undefined
  reduced?: 'yes' | undefined
}

const sortsIn = (scope: ProductScope): readonly ProductViewSort[] => scopeSorts[scope]

const isAnswerable = z.refine<ViewQuery>(
  ({ scope, sortBy, badge, listingPrice, seenWithin, reduced }) =>
    (sortBy === undefined || sortsIn(scope).includes(sortBy)) &&
    !(scope === 'trending' ? (listingPrice ?? seenWithin ?? reduced) : badge),
  { path: ['scope'] },
)

export const listTrendingProducts = endpoint({
  name: 'listTrendingProducts',
  method: 'GET',
  path: '/api/trending/products',
  access: 'paid',
  summary: `Products that were trending on at least one of the dates, each once for all its stores, highest score first. Without filters, their number equals \`totalProducts\` of the public stats. \`scope=all\`: all products of the stores that the list shows for the same query; by title, price, discount or first day, and in another order than that of their stores, of the ${SEARCHED_STORES} stores found last.`,
  query: z
    .object({
      ...storeQueryFields,
      ...pageFields,
      scope: z._default(ProductScope, 'trending'),
      /** Default: `all` for trending products; `new` for all products, as in the list of stores. */
      launchStatus: z.optional(StoreScope),
      /** Default: `score` for trending products, `foundAt` for all. */
      sortBy: z.optional(ProductViewSort),
      /** The title of a listing must contain every word. */
      title: z.optional(z.string().check(z.maxLength(200))),
      /** Trending products only: any of these, comma-separated. */
      badge: z.optional(
        z.string().check(
          z.maxLength(60),
          z.refine((text) => readBadges(text) !== null),
        ),
      ),
      ...listingFields,
    })
    .check(validDateRange, isAnswerable),
  response: z.extend(pageOf(TrendingProduct), {
    ...asOfField,
    /** Where listings were searched or sorted, and there are more stores: how many of how many. */
    searched: z.optional(z.object({ stores: z.int(), of: z.int() })),
  }),
})
