import type { Day } from '#contracts/dates.ts'
import type { Db } from '#server/platform/db/schema.ts'

/**
 * Newly launched stores by found day, both ends included; null = all days. For figures that need
 * columns that the index of stores lacks.
 */
export function selectNewStores(db: Db, days: { from: Day; to: Day } | null) {
  const stores = db.selectFrom('stores').where('launch_status', '=', 'new')
  if (!days) return stores
  if (days.from === days.to) return stores.where('found_day', '=', days.from)
  return stores.where('found_day', '>=', days.from).where('found_day', '<=', days.to)
}

/**
 * Each once, as on the latest of the days, with the listing that stands for it then (see
 * `TrendMatch`); null = all days. For use inside a transaction, where the index of trends is not
 * allowed.
 */
export function selectTrendingProducts(db: Db, days: { from: Day; to: Day } | null) {
  const trends = db
    .selectFrom('product_trends')
    .distinctOn('cluster')
    .select(['cluster', 'day', 'store_id', 'product_id'])
    .orderBy('cluster')
    .orderBy('day', 'desc')
    .orderBy('store_id', 'desc')
    .orderBy('product_id', 'desc')
  return days ? trends.where('day', '>=', days.from).where('day', '<=', days.to) : trends
}

export async function countTrendingProducts(
  db: Db,
  days: { from: Day; to: Day } | null,
): Promise<number> {
  const trends = db
    .selectFrom('product_trends')
    .select((on) => on.fn.count<number>('cluster').distinct().as('total'))
  const within = days ? trends.where('day', '>=', days.from).where('day', '<=', days.to) : trends
  const { total } = await within.executeTakeFirstOrThrow()
  return total
}
