import { sql } from 'kysely'
import type { Db } from '#server/context.ts'

const CLUSTERS_AT_ONCE = 100
const PRODUCTS_AT_ONCE = 1_000

/**
 * Moves the products of merged clusters to their new cluster, and makes those of dissolved clusters due again. It skips products that are
 * being written to avoid deadlocks; a cluster's row is deleted when no product is left in it.
 * @returns how many products were updated
 */
export async function tellEndedClusters(db: Db): Promise<number> {
  const { rows: ended } = await sql<{ id: number }>`
    select id from product_clusters where merged_into is not null or dissolved order by id limit ${CLUSTERS_AT_ONCE}`.execute(
    db,
  )
  if (ended.length === 0) return 0
  const ids = ended.map(({ id }) => id)
  const { numAffectedRows: told = 0n } = await sql`
    with left_behind as (
      select p.store_id, p.product_id from products p join stores s on s.id = p.store_id where p.cluster = any(${ids}::bigint[])
      order by p.store_id, p.product_id limit ${PRODUCTS_AT_ONCE} for update of p skip locked for share of s skip locked)
    update products p set cluster = case when not c.dissolved then c.merged_into end, match_due = p.match_due or c.dissolved
    from left_behind l, product_clusters c
    where p.store_id = l.store_id and p.product_id = l.product_id and c.id = p.cluster`.execute(db)
  await sql`
    delete from product_clusters c where c.id = any(${ids}::bigint[]) and not exists (select from products p where p.cluster = c.id)`.execute(
    db,
  )
  return Number(told)
}
