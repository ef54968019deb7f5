import type { Dashboard } from '#contracts/catalog/dashboard.ts'
import { asOfPart } from '#server/catalog/search/search-freshness.ts'
import { readSummaries } from '#server/catalog/stores/store-summary.ts'
import { recordUserVisit } from '#server/catalog/stores/user-visits.ts'
import { requirePaid } from '#server/platform/session/viewer.ts'
import type { CatalogRequest } from './context.ts'

const MAX_LATEST = 6

/** The stores that became visible or opened since the user's previous visit. */
export async function getDashboard(ctx: CatalogRequest): Promise<Dashboard> {
  const since = await recordUserVisit(ctx, requirePaid(ctx))
  const isNew = { include: ['yes'], exclude: [], unknown: false }
  const match = await ctx.storeSearch.find({ days: null, scope: 'new', choices: { isNew }, since })
  const { stores } = await match.page(
    { sortBy: 'visibleAt', direction: 'desc' },
    { offset: 0, size: MAX_LATEST },
  )
  return {
    since: since.toISOString(),
    newStores: match.total,
    newLeads: (await match.sums()).leads,
    latest: await readSummaries(
      ctx,
      stores.map(({ id }) => id),
    ),
    ...asOfPart(match),
  }
}
