import type { Day } from '#contracts/dates.ts'
import type { LaunchStatus } from '#contracts/facts.ts'
import type { Db } from '#server/context.ts'

export type FoundFilter = {
  /** Both ends counted; null for all days. */
  days: { from: Day; to: Day } | null
  launchStatus: LaunchStatus
}

/** Which stores a list, a counter or an export speaks of. All of them start here, which is why they agree. */
export function foundStores(db: Db, { days, launchStatus }: FoundFilter) {
  const stores = db.selectFrom('stores').where('launch_status', '=', launchStatus)
  if (!days) return stores
  if (days.from === days.to) return stores.where('found_day', '=', days.from)
  return stores.where('found_day', '>=', days.from).where('found_day', '<=', days.to)
}
