import type { Role } from '#contracts/auth.ts'
import type { Day } from '#contracts/dates.ts'
import type { AppContext } from '#server/context.ts'
import { rightsOf } from '#server/features/plans/plan-of-role.ts'
import { findMatches } from '#server/features/saved-searches/find-matches.ts'
import { readSearches } from '#server/features/saved-searches/read-searches.ts'
import { daysOfWeek } from './digest-week.ts'

const MOST_NAMED = 10

export type SearchCount = { id: string; count: number }

/** The matches of each saved search in the week; empty for a plan without searches. */
export async function countSearches(
  ctx: Pick<AppContext, 'db' | 'storeIndex'>,
  { userId, role, week }: { userId: string; role: Role; week: Day },
): Promise<SearchCount[]> {
  if (!rightsOf(role).hasResearch) return []
  const counts: SearchCount[] = []
  for (const search of (await readSearches(ctx.db, userId)).slice(0, MOST_NAMED)) {
    const match = await findMatches(ctx, search, { days: daysOfWeek(week) })
    if (match) counts.push({ id: search.id, count: match.total })
  }
  return counts
}
