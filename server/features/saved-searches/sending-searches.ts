import type { Role } from '#contracts/auth.ts'
import { rightsOf } from '#server/features/plans/plan-of-role.ts'
import type { SearchRow } from './present-search.ts'

/**
 * The searches of one account that send mails: the oldest ones that have mails turned on, as many as the plan allows. Further searches from
 * a larger plan stay, but send no mails. Rows in the order of `readSearches`.
 */
export function sendingSearches(
  rows: readonly Pick<SearchRow, 'id' | 'mails'>[],
  role: Role,
): ReadonlySet<string> {
  const wanted = rows.filter(({ mails }) => mails).map(({ id }) => id)
  return new Set(wanted.slice(0, rightsOf(role).savedSearches ?? wanted.length))
}
