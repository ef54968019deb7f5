import { sql } from 'kysely'
import type { Day } from '#contracts/dates.ts'
import type { Db } from '#server/context.ts'
import { listedOn } from '#server/pipeline/count-trends.ts'
import { dirtyTrendDays } from '#server/pipeline/trend-days.ts'

/** Says that the days on which these products count must be computed again. Products of stores that are not new count on none. */
export async function dirtyListedDays(
  db: Db,
  products: readonly { storeId: number; productId: number }[],
): Promise<void> {
  if (products.length === 0) return
  const { rows } = await sql<{ listed: Day }>`
    select distinct ${listedOn} as listed
    from unnest(${products.map(({ storeId }) => storeId)}::bigint[], ${products.map(({ productId }) => productId)}::bigint[])
      as t (store_id, product_id)
    join products p on p.store_id = t.store_id and p.product_id = t.product_id
    join stores s on s.id = p.store_id and s.launch_status = 'new'`.execute(db)
  await dirtyTrendDays(
    db,
    rows.map(({ listed }) => listed),
  )
}
