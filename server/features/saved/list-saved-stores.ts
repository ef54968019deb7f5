import type { ResponseOf } from '#contracts/endpoint.ts'
import type { listSavedStores as endpoint } from '#contracts/saved.ts'
import { requirePaid, type RequestContext } from '#server/route.ts'
import { spellingsOf } from './read-tags.ts'
import { isAskedFor, orderOf, type SavedQuery, storeList, toPage } from './saved-filter.ts'
import { withStores } from './saved-stores.ts'

export async function listSavedStores(
  ctx: RequestContext,
  query: SavedQuery,
): Promise<ResponseOf<typeof endpoint>> {
  const { userId } = requirePaid(ctx)
  const spellings = await spellingsOf(ctx.db, userId, query.tag)
  const asked = isAskedFor(storeList, { userId, query, spellings })
  const found = ctx.db
    .selectFrom('saved_stores as saved')
    .innerJoin('stores', 'stores.id', 'saved.store_id')
    .where(asked)
  const [{ total }, rows] = await Promise.all([
    found.select((on) => on.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    found
      .selectAll('saved')
      .orderBy(orderOf(storeList, query))
      .limit(query.size)
      .offset(query.page * query.size)
      .execute(),
  ])
  return toPage(await withStores(ctx, rows), query, total)
}
