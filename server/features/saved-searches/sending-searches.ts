import type { Role } from '#contracts/auth.ts'
import { rightsOf } from '#server/features/plans/plan-of-role.ts'
import type { SearchRow } from './present-search.ts'

/**
 * Which searches of one account send mails: those that are to, the oldest first, as many as the plan holds. What a larger plan left behind
 * stays and is silent. Rows in the order of `readSearches`.
 */
export function sendingSearches(
  rows: readonly Pick<SearchRow, 'id' | 'mails'>[],
  role: Role,
): ReadonlySet<string> {
  const wanted = rows.filter(({ mails }) => mails).map(({ id }) => id)
  return new Set(wanted.slice(0, rightsOf(role).savedSearches ?? wanted.length))
}
