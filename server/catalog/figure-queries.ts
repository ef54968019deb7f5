import type { Day } from '#contracts/dates.ts'
import type { Db } from '#server/platform/db/schema.ts'

/**
 * Newly launched stores by found day, both ends included; null = all days. For figures that need columns that the index of stores lacks.
 */
export function selectNewStores(db: Db, days: { from: Day; to: Day } | null) {
  const stores = db.selectFrom('stores').where('launch_status', '=', 'new')
  if (!days) return stores
  if (days.from === days.to) return stores.where('found_day', '=', days.from)
  return stores.where('found_day', '>=', days.from).where('found_day', '<=', days.to)
}

/**
 * Listings that were trending on one of the days, each once; null = all days. For use inside a transaction, where the index of trends is
 * not allowed; elsewhere that index answers the same from memory.
 */
export function selectTrendingProducts(db: Db, days: { from: Day; to: Day } | null) {
  const trends = db.selectFrom('product_trends').distinctOn(['store_id', 'product_id'])
  return days ? trends.where('day', '>=', days.from).where('day', '<=', days.to) : trends
}

/** Products that were trending on one of the days, each once however many stores list it. */
export async function countTrendingProducts(db: Db, days: { from: Day; to: Day } | null): Promise<number> {
  const trends = db
    .selectFrom('product_trends')
    .select((on) => on.fn.count<number>('cluster').distinct().as('total'))
  const within = days ? trends.where('day', '>=', days.from).where('day', '<=', days.to) : trends
  const { total } = await within.executeTakeFirstOrThrow()
  return total
}
