import type { Day } from '#contracts/dates.ts'
import type { Db } from '#server/context.ts'

/**
 * Newly launched stores by found day, both ends included; null = all days. For figures that need columns that the index of stores lacks.
 */
export function newStores(db: Db, days: { from: Day; to: Day } | null) {
  const stores = db.selectFrom('stores').where('launch_status', '=', 'new')
  if (!days) return stores
  if (days.from === days.to) return stores.where('found_day', '=', days.from)
  return stores.where('found_day', '>=', days.from).where('found_day', '<=', days.to)
}
