import type { ResponseOf } from '#contracts/endpoint.ts'
import type { listSavedSearches as endpoint, SavedSearch } from '#contracts/saved-searches.ts'
import { notFound } from '#server/errors.ts'
import { rightsOf } from '#server/features/plans/plan-of-role.ts'
import { requirePaid, type RequestContext } from '#server/route.ts'
import { presentSearch } from './present-search.ts'
import { readSearches } from './read-searches.ts'
import { sendingSearches } from './sending-searches.ts'

export async function listSearches(ctx: RequestContext): Promise<ResponseOf<typeof endpoint>> {
  const { userId, role } = requirePaid(ctx)
  const rows = await readSearches(ctx.db, userId)
  const sending = sendingSearches(rows, role)
  const searches: SavedSearch[] = []
  // One after the other: an account with many searches must not keep other callers from the index.
  for (const row of rows) searches.push(await presentSearch(ctx, row, sending))
  return { searches, limit: rightsOf(role).savedSearches }
}

/** One saved search, as the list shows it. */
export async function getSearch(ctx: RequestContext, searchId: string): Promise<SavedSearch> {
  const { userId, role } = requirePaid(ctx)
  const rows = await readSearches(ctx.db, userId)
  const row = rows.find(({ id }) => id === searchId)
  if (!row) throw notFound()
  return presentSearch(ctx, row, sendingSearches(rows, role))
}
