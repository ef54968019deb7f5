import { sql } from 'kysely'
import type { Db } from '#server/context.ts'
import type { TrendRow } from './trend-columns.ts'

/** Of each product of a store, by product id, the latest day on which it was trending. */
export async function findTrends(
  db: Db,
  storeId: number,
  productIds: number[],
): Promise<Map<number, TrendRow>> {
  if (productIds.length === 0) return new Map()
  const { rows } = await sql<TrendRow & { product_id: number }>`
    select latest.* from unnest(${productIds}::bigint[]) as asked (id)
    cross join lateral (
      select product_id, day, score, badge, stores, components from product_trends
      where store_id = ${storeId} and product_id = asked.id order by day desc limit 1) as latest`.execute(db)
  return new Map(rows.map((row) => [row.product_id, row]))
}
