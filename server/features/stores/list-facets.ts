import type { QueryOf, ResponseOf } from '#contracts/endpoint.ts'
import { filterKeys } from '#contracts/store-filters.ts'
import type { listFacets as endpoint } from '#contracts/stores.ts'
import { invalidRequest } from '#server/errors.ts'
import { requirePaid, type RequestContext } from '#server/route.ts'
import { storeQueryOf } from './store-query.ts'

/** @throws AppError `invalid_request` for an unknown filter group */
export async function listFacets(
  ctx: RequestContext,
  query: QueryOf<typeof endpoint>,
): Promise<ResponseOf<typeof endpoint>> {
  requirePaid(ctx)
  const names = query.groups.split(',').filter((name) => name !== '')
  const groups = filterKeys.filter((key) => names.includes(key))
  if (groups.length !== new Set(names).size) throw invalidRequest('groups')
  const match = await ctx.storeIndex.find(await storeQueryOf(ctx, query, { counted: groups }))
  return { total: match.total, facets: await match.facets(groups, query.find) }
}
