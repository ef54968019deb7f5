import type { QueryOf, ResponseOf } from '#contracts/endpoint.ts'
import type { listStoreDays as endpoint } from '#contracts/stores.ts'
import { requirePaid, type RequestContext } from '#server/route.ts'
import { storeQueryOf } from './store-query.ts'

export async function listStoreDays(
  ctx: RequestContext,
  query: QueryOf<typeof endpoint>,
): Promise<ResponseOf<typeof endpoint>> {
  requirePaid(ctx)
  const match = await ctx.storeIndex.find(await storeQueryOf(ctx, query))
  return { days: await match.days() }
}
