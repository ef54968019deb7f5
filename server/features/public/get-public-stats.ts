import { type DateQuery, type Day, daysOf } from '#contracts/dates.ts'
import type { PublicStats } from '#contracts/public.ts'
import type { Db } from '#server/context.ts'
import { foundStores } from '#server/features/stores/found-stores.ts'
import { countTrendingProducts } from '#server/features/trending/trending-products.ts'
import type { RequestContext } from '#server/route.ts'

/** The three counters; two queries. */
export async function getPublicStats(ctx: RequestContext, query: DateQuery): Promise<PublicStats> {
  const days = daysOf(query)
  const [stores, totalProducts] = await Promise.all([
    countStores(ctx.db, days),
    countTrendingProducts(ctx.db, days),
  ])
  return { totalStores: stores.total, storesWithEmail: stores.withEmail, totalProducts }
}

type Days = { from: Day; to: Day } | null

/** One query of two counts, because each of them finds all it needs in an index. */
async function countStores(db: Db, days: Days): Promise<{ total: number; withEmail: number }> {
  const stores = foundStores(db, { days, launchStatus: 'new' })
  return db
    .selectNoFrom((on) => [
      stores.select(on.fn.countAll<number>().as('count')).as('total'),
      stores.where('email', 'is not', null).select(on.fn.countAll<number>().as('count')).as('withEmail'),
    ])
    .$narrowType<{ total: number; withEmail: number }>()
    .executeTakeFirstOrThrow()
}
