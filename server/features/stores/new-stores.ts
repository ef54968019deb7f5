import type { Day } from '#contracts/dates.ts'
import type { Db } from '#server/context.ts'

/** Newly launched stores by found day, both ends counted; null = all days. For figures that need more of a store than the index of stores holds. */
export function newStores(db: Db, days: { from: Day; to: Day } | null) {
  const stores = db.selectFrom('stores').where('launch_status', '=', 'new')
  if (!days) return stores
  if (days.from === days.to) return stores.where('found_day', '=', days.from)
  return stores.where('found_day', '>=', days.from).where('found_day', '<=', days.to)
}
