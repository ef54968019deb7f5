import type { QueryOf, ResponseOf } from '#contracts/endpoint.ts'
import type { listTrendingProducts as endpoint } from '#contracts/trending-products.ts'
import { requirePaid, type RequestContext } from '#server/route.ts'
import { findProductView } from './find-product-view.ts'
import { readCards } from './read-cards.ts'

/** A page of trending products, or of all products of the matching stores. */
export async function listTrendingProducts(
  ctx: RequestContext,
  query: QueryOf<typeof endpoint>,
): Promise<ResponseOf<typeof endpoint>> {
  const { userId } = requirePaid(ctx)
  const { page, size } = query
  const { total, keys } = await findProductView(ctx, query)
  return {
    content: await readCards(ctx, userId, await keys({ offset: page * size, size })),
    page,
    size,
    totalElements: total,
    totalPages: Math.ceil(total / size),
    // This call pages by number only.
    nextCursor: null,
  }
}
