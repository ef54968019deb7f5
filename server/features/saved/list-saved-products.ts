import type { ResponseOf } from '#contracts/endpoint.ts'
import type { listSavedProducts as endpoint } from '#contracts/saved.ts'
import { requirePaid, type RequestContext } from '#server/route.ts'
import { spellingsOf } from './read-tags.ts'
import { isAskedFor, orderOf, type SavedQuery, productList, toPage } from './saved-filter.ts'
import { presentSavedProducts, savedProducts } from './saved-products.ts'

export async function listSavedProducts(
  ctx: RequestContext,
  query: SavedQuery,
): Promise<ResponseOf<typeof endpoint>> {
  const { userId } = requirePaid(ctx)
  const spellings = await spellingsOf(ctx.db, userId, query.tag)
  const asked = isAskedFor(productList, { userId, query, spellings })
  const [{ total }, rows] = await Promise.all([
    ctx.db
      .selectFrom('saved_products as saved')
      .innerJoin('products', (join) =>
        join
          .onRef('products.store_id', '=', 'saved.store_id')
          .onRef('products.product_id', '=', 'saved.product_id'),
      )
      .innerJoin('stores', 'stores.id', 'saved.store_id')
      .where(asked)
      .select((on) => on.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
    savedProducts(ctx.db)
      .where(asked)
      .orderBy(orderOf(productList, query))
      .limit(query.size)
      .offset(query.page * query.size)
      .execute(),
  ])
  return toPage(await presentSavedProducts(ctx, rows), query, total)
}
