import * as z from 'zod/mini'
import { Day, validDateRange } from '#contracts/dates.ts'
import { endpoint } from '#contracts/endpoint.ts'
import { StoreId } from '#contracts/ids.ts'
import { asOfField, pageFields, pageOf } from '#contracts/paging.ts'
import { ClusterSummary, namedStore } from './product-clusters.ts'
import { StoreProduct } from './products.ts'
import { StoreScope, storeQueryFields } from './stores.ts'
import { TREND_BADGES } from './trend-formula.ts'
import type { TrendBadge } from './trending.ts'

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
 * found. Always highest or latest first.
 */
export const ProductViewSort = z.enum(['score', 'stores', 'foundAt'])
export type ProductViewSort = z.infer<typeof ProductViewSort>

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
}

/** Title search works only for trending products; there are too many products overall. */
const isAnswerable = z.refine<ViewQuery>(
  ({ scope, sortBy, title, badge }) =>
    scope === 'trending' ||
    ((sortBy === undefined || sortBy === 'foundAt') && !title?.trim() && !badge),
  { path: ['scope'] },
)

export const listTrendingProducts = endpoint({
  name: 'listTrendingProducts',
  method: 'GET',
  path: '/api/trending/products',
  access: 'paid',
  summary:
    'Products that were trending on at least one of the dates, each once for all its stores, highest score first. Without filters, their number equals `totalProducts` of the public stats. `scope=all`: all products of the stores that the list shows for the same query.',
  query: z
    .object({
      ...storeQueryFields,
      ...pageFields,
      scope: z._default(ProductScope, 'trending'),
      /** Default: `all` for trending products; `new` for all products, as in the list of stores. */
      launchStatus: z.optional(StoreScope),
      /** Default: `score` for trending products; the scope `all` supports only `foundAt`. */
      sortBy: z.optional(ProductViewSort),
      /** Trending products only: the title in one of the stores must contain every word. */
      title: z.optional(z.string().check(z.maxLength(200))),
      /** Trending products only: any of these, comma-separated. */
      badge: z.optional(
        z.string().check(
          z.maxLength(60),
          z.refine((text) => readBadges(text) !== null),
        ),
      ),
    })
    .check(validDateRange, isAnswerable),
  response: z.extend(pageOf(TrendingProduct), asOfField),
})
