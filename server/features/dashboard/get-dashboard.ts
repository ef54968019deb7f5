import type { Dashboard } from '#contracts/dashboard.ts'
import { readSummaries } from '#server/features/stores/read-summaries.ts'
import { lastVisitEnd, noteVisit } from '#server/features/visits/last-visit.ts'
import { requirePaid, type RequestContext } from '#server/route.ts'

const LATEST = 6

/** What became visible since the last visit. Asking for it is being here: it begins a visit where none is under way. */
export async function getDashboard(ctx: RequestContext): Promise<Dashboard> {
  const { userId } = requirePaid(ctx)
  await noteVisit(ctx, userId)
  const since = await lastVisitEnd(ctx, userId)
  const isNew = { include: ['yes'], exclude: [], unknown: false }
  const match = await ctx.storeIndex.find({ days: null, scope: 'new', choices: { isNew }, since })
  const { ids } = await match.page({ sortBy: 'visibleAt', direction: 'desc' }, { offset: 0, size: LATEST })
  return {
    since: since.toISOString(),
    newStores: match.total,
    newLeads: match.leads,
    latest: await readSummaries(ctx, ids),
  }
}
