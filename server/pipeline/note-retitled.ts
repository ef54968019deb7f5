import { sql } from 'kysely'
import type { Db } from '#server/context.ts'

/**
 * Notifies processes that keep trends in memory of trending products with a new title; one day per product is enough, because its title is
 * kept once. The rows are shared by all stores and stay locked until the commit: after the stores' child rows, before the days of the
 * trends.
 */
export async function noteRetitled(
  db: Db,
  products: readonly { storeId: number; productId: number | string }[],
): Promise<void> {
  if (products.length === 0) return
  await sql`
    insert into trend_changes (day, change_id)
    select distinct max(t.day), (pg_current_xact_id()::text)::bigint
    from unnest(${products.map(({ storeId }) => storeId)}::bigint[], ${products.map(({ productId }) => productId)}::bigint[])
      as p (store_id, product_id)
    join product_trends t on t.store_id = p.store_id and t.product_id = p.product_id
    group by p.store_id, p.product_id order by 1
    on conflict (day) do update set change_id = excluded.change_id`.execute(db)
}
