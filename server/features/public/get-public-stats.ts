import { type DateQuery, daysOf } from '#contracts/dates.ts'
import type { PublicStats } from '#contracts/public.ts'
import type { RequestContext } from '#server/route.ts'

/** The three counters. */
export async function getPublicStats(ctx: RequestContext, query: DateQuery): Promise<PublicStats> {
  const days = daysOf(query)
  const [stores, totalProducts] = await Promise.all([
    ctx.storeIndex.newStoreDays(),
    ctx.trendIndex.count(days),
  ])
  const asked = days ? stores.filter(({ day }) => day >= days.from && day <= days.to) : stores
  return {
    totalStores: asked.reduce((sum, { stores: count }) => sum + count, 0),
    storesWithEmail: asked.reduce((sum, { leads }) => sum + leads, 0),
    totalProducts,
  }
}
