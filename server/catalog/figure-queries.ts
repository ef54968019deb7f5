import type { Db } from '#server/platform/db/schema.ts'
import type { DaySpan } from './search/search.ts'

/** Newly launched stores by found day, for figures that need columns that their index lacks. */
export function selectNewStores(db: Db, days: DaySpan) {
  const stores = db.selectFrom('stores').where('launch_status', '=', 'new')
  if (!days) return stores
  if (days.from === days.to) return stores.where('found_day', '=', days.from)
  return stores.where('found_day', '>=', days.from).where('found_day', '<=', days.to)
}

type Days = NonNullable<DaySpan>

const selectTrends = (db: Db, { from, to }: Days) =>
  db.selectFrom('product_trends').where('day', '>=', from).where('day', '<=', to)

/**
 * Each once, as on the latest of the days, with the listing that stands for it then (see
 * `TrendMatch`). For use inside a transaction, where the index of trends is not allowed.
 */
export const selectTrendingProducts = (db: Db, days: Days) =>
  selectTrends(db, days)
    .distinctOn('cluster')
    .select(['cluster', 'day', 'store_id', 'product_id'])
    .orderBy('cluster')
    .orderBy('day', 'desc')
    .orderBy('store_id', 'desc')
    .orderBy('product_id', 'desc')

export async function countTrendingProducts(db: Db, days: Days): Promise<number> {
  const { total } = await selectTrends(db, days)
    .select((on) => on.fn.count<number>('cluster').distinct().as('total'))
    .executeTakeFirstOrThrow()
  return total
}
