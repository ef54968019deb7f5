import { sql } from 'kysely'
import type { Day } from '#contracts/dates.ts'
import type { Db } from '#server/context.ts'

/** After rows of `product_trends` were inserted. Call it in the transaction that locked the stores' rows. */
export async function raiseLastTrendingDay(db: Db, storeIds: readonly number[], day: Day): Promise<void> {
  if (storeIds.length === 0) return
  await sql`
    update stores set last_trending_day = ${day}
    where id = any(${storeIds}::bigint[]) and (last_trending_day is null or last_trending_day < ${day})`.execute(
    db,
  )
}

/** After rows of `product_trends` were deleted, of one day or of any. Call it in the transaction that locked the stores' rows. */
export async function saveLastTrendingDays(
  db: Db,
  storeIds: readonly number[],
  gone: Day | null = null,
): Promise<void> {
  if (storeIds.length === 0) return
  await sql`
    update stores s set last_trending_day = t.day
    from (
      select asked.id, (select max(day) from product_trends where store_id = asked.id) as day
      from unnest(${storeIds}::bigint[]) as asked (id)
      join stores s on s.id = asked.id and s.last_trending_day = coalesce(${gone}::date, s.last_trending_day)) as t
    where s.id = t.id and s.last_trending_day is distinct from t.day`.execute(db)
}
