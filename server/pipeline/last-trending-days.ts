import { sql } from 'kysely'
import type { Db } from '#server/context.ts'

/** After rows of `product_trends` came or went. Call it in the transaction that locked the stores' rows. */
export async function saveLastTrendingDays(db: Db, storeIds: readonly number[]): Promise<void> {
  if (storeIds.length === 0) return
  await sql`
    update stores s set last_trending_day = t.day
    from (
      select asked.id, (select max(day) from product_trends where store_id = asked.id) as day
      from unnest(${storeIds}::bigint[]) as asked (id)) as t
    where s.id = t.id and s.last_trending_day is distinct from t.day`.execute(db)
}
