import { daysOf } from '#contracts/dates.ts'
import type { QueryOf } from '#contracts/endpoint.ts'
import type { listTrendingProducts } from '#contracts/trending-products.ts'
import { trendingProducts } from '#server/features/trending/trending-products.ts'
import type { RequestContext } from '#server/route.ts'
import { allAtOnce } from './read-in-batches.ts'
import type { ProductKey } from './read-products.ts'

type Query = QueryOf<typeof listTrendingProducts>

/** Which products the view shows for the query, in its order. */
export async function findProductKeys(
  { db }: RequestContext,
  query: Query,
): Promise<{ total: number; keys: (limit: number) => AsyncIterable<ProductKey[]> }> {
  const latest = trendingProducts(db, daysOf(query))
    .select(['store_id', 'product_id', 'day', 'score'])
    .orderBy('store_id')
    .orderBy('product_id')
    .orderBy('day', 'desc')
  const rows = await db
    .selectFrom(latest.as('latest'))
    .select(['store_id as storeId', 'product_id as productId', 'day'])
    .orderBy('score', 'desc')
    .orderBy('store_id', 'desc')
    .orderBy('product_id', 'desc')
    .execute()
  return { total: rows.length, keys: (limit) => allAtOnce(rows.slice(0, limit)) }
}
