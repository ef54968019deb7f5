import type { Selectable } from 'kysely'
import type { SavedSearch } from '#contracts/saved-searches.ts'
import type { AppContext } from '#server/context.ts'
import type { SavedSearches } from '#server/db/workspace-schema.ts'
import { findMatches } from './find-matches.ts'

export type SearchRow = Selectable<SavedSearches>

/** With the number of its matches, and how many of them its owner has not seen. */
export async function presentSearch(
  ctx: Pick<AppContext, 'db' | 'storeIndex'>,
  row: SearchRow,
  sending: ReadonlySet<string>,
): Promise<SavedSearch> {
  const [all, fresh] = await Promise.all([
    findMatches(ctx, row),
    findMatches(ctx, row, { visibleAfter: row.seen_at }),
  ])
  return {
    id: row.id,
    name: row.name,
    view: row.view,
    query: row.query,
    mails: row.mails,
    sendsMails: sending.has(row.id),
    mailedAt: row.mailed_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    seenAt: row.seen_at.toISOString(),
    newMatches: fresh?.total ?? 0,
    total: all?.total ?? 0,
  }
}
