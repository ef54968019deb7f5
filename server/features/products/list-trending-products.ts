import { daysOf } from '#contracts/dates.ts'
import type { QueryOf, ResponseOf } from '#contracts/endpoint.ts'
import type { listTrendingProducts as endpoint } from '#contracts/trending-products.ts'
import type { Db } from '#server/context.ts'
import { trendColumns } from '#server/features/trending/trend-columns.ts'
import { countTrendingProducts, trendingProducts } from '#server/features/trending/trending-products.ts'
import { requirePaid, type RequestContext } from '#server/route.ts'
import { presentProduct, productColumns } from './present-product.ts'

type Query = QueryOf<typeof endpoint>

/** Products that were trending on one of the dates, the highest score first. */
export async function listTrendingProducts(
  ctx: RequestContext,
  query: Query,
): Promise<ResponseOf<typeof endpoint>> {
  requirePaid(ctx)
  const days = daysOf(query)
  const { page, size } = query
  const [totalElements, rows] = await Promise.all([
    countTrendingProducts(ctx.db, days),
    readTrending(ctx.db, days, { page, size }),
  ])
  return {
    content: rows.map((row) => presentTrending(ctx, row)),
    page,
    size,
    totalElements,
    totalPages: Math.ceil(totalElements / size),
    // This call pages by number alone.
    nextCursor: null,
  }
}

/** First the page, then what stands on it: descriptions and pictures of thousands of products are not sorted along. */
async function readTrending(
  db: Db,
  days: ReturnType<typeof daysOf>,
  { page, size }: { page: number; size: number },
) {
  const latest = trendingProducts(db, days)
    .select(['store_id', 'product_id', ...trendColumns])
    .orderBy('store_id')
    .orderBy('product_id')
    .orderBy('day', 'desc')
  const shown = db
    .selectFrom(latest.as('latest'))
    .selectAll()
    .orderBy('score', 'desc')
    .orderBy('store_id', 'desc')
    .orderBy('product_id', 'desc')
    .limit(size)
    .offset(page * size)
  return db
    .selectFrom(shown.as('shown'))
    .innerJoin('products', (join) =>
      join
        .onRef('products.store_id', '=', 'shown.store_id')
        .onRef('products.product_id', '=', 'shown.product_id'),
    )
    .innerJoin('stores', 'stores.id', 'shown.store_id')
    .select(productColumns.map((column) => `products.${column}` as const))
    .select(trendColumns.map((column) => `shown.${column}` as const))
    .select(['stores.slug', 'stores.name', 'stores.domain', 'stores.country', 'stores.found_day'])
    .orderBy('shown.score', 'desc')
    .orderBy('shown.store_id', 'desc')
    .orderBy('shown.product_id', 'desc')
    .execute()
}

function presentTrending(ctx: RequestContext, row: Awaited<ReturnType<typeof readTrending>>[number]) {
  const pictures = { addresses: ctx.pictureAddresses, size: 'card' as const }
  const store = {
    id: row.store_id,
    slug: row.slug,
    name: row.name,
    domain: row.domain,
    country: row.country,
    foundDay: row.found_day,
  }
  return { ...presentProduct(row, pictures, row), store }
}
