import type { ResponseOf } from '#contracts/endpoint.ts'
import type { listSavedProducts as endpoint } from '#contracts/saved.ts'
import { requirePaid, type RequestContext } from '#server/route.ts'
import { spellingsOf } from './read-tags.ts'
import { isAskedFor, orderOf, type SavedQuery, productList, toPage } from './saved-filter.ts'
import { savedProducts, withProducts } from './saved-products.ts'

export async function listSavedProducts(
  ctx: RequestContext,
  query: SavedQuery,
): Promise<ResponseOf<typeof endpoint>> {
  const { userId } = requirePaid(ctx)
  const spellings = await spellingsOf(ctx.db, userId, query.tag)
  const asked = isAskedFor(productList, { userId, query, spellings })
  const found = savedProducts(ctx.db).where(asked)
  const [{ total }, rows] = await Promise.all([
    found.select((on) => on.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    found
      .selectAll('saved')
      .select('products.removed_at')
      .orderBy(orderOf(productList, query))
      .limit(query.size)
      .offset(query.page * query.size)
      .execute(),
  ])
  return toPage(await withProducts(ctx, userId, rows), query, total)
}
