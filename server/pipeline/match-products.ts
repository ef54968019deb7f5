import { sql } from 'kysely'
import { assignClusters, type ClusterChanges } from '#discovery/trend/assign-clusters.ts'
import type { AppContext } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { tellEndedClusters } from '#server/pipeline/ended-clusters.ts'
import { jsonText } from '#server/pipeline/json-text.ts'
import { readDueProducts, readKnownClusters, type DueProduct } from '#server/pipeline/read-clusters.ts'
import { takeTurn } from '#server/pipeline/take-turn.ts'

export const MATCHED_AT_ONCE = 500

/**
 * Finds the clusters of new or changed products, in batches of one transaction each. One process at a time, because each result affects the
 * next. It never waits for a product that is being written: that product stays due.
 * @returns how many products were processed, ended clusters included; 1 while another process does it
 */
export async function matchProducts(ctx: AppContext): Promise<number> {
  return inTransaction(ctx, async (ctx) => {
    if (!(await takeTurn(ctx, 'match_turn'))) return 1
    const told = await tellEndedClusters(ctx.db)
    const due = await readDueProducts(ctx.db, MATCHED_AT_ONCE)
    if (due.length > 0) await matchDue(ctx, due)
    return told + due.length
  })
}

async function matchDue(ctx: AppContext, due: DueProduct[]): Promise<void> {
  const known = await readKnownClusters(ctx.db, due)
  const ids = await reserveIds(ctx, due.length)
  const changes = assignClusters(due, known, () => {
    const id = ids.pop()
    if (id === undefined) throw new Error('more clusters than products')
    return id
  })
  await saveClusters(ctx, changes)
  await saveKeys(ctx, changes)
  await saveProducts(ctx, due, changes)
}

async function reserveIds({ db }: AppContext, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('product_clusters', 'id')) as id from generate_series(1, ${count}::integer)`.execute(
    db,
  )
  return rows.map(({ id }) => id).toReversed()
}

async function saveClusters(
  { db }: AppContext,
  { leaders, merged, dissolved }: ClusterChanges,
): Promise<void> {
  const founded = [...leaders].map(([id, leader]) => ({ id, leader }))
  if (founded.length > 0) {
    await sql`
      insert into product_clusters (id, leader)
      select id, leader from jsonb_to_recordset(${jsonText(founded)}::jsonb) as t (id bigint, leader jsonb)`.execute(
      db,
    )
  }
  if (dissolved.size > 0) {
    const ended = [...dissolved]
    await sql`
      update product_clusters set dissolved = true
      where id = any(${ended}::bigint[]) or merged_into = any(${ended}::bigint[])`.execute(db)
    await sql`delete from product_match_keys where cluster = any(${ended}::bigint[])`.execute(db)
  }
  if (merged.size === 0) return
  const into = sql`unnest(${[...merged.keys()]}::bigint[], ${[...merged.values()]}::bigint[]) as t (ended, merged_into)`
  await sql`update product_clusters c set merged_into = t.merged_into from ${into} where c.id = t.ended`.execute(
    db,
  )
  await sql`update product_clusters c set merged_into = t.merged_into from ${into} where c.merged_into = t.ended`.execute(
    db,
  )
  await sql`update product_match_keys k set cluster = t.merged_into from ${into} where k.cluster = t.ended`.execute(
    db,
  )
}

async function saveKeys({ db }: AppContext, { keys }: ClusterChanges): Promise<void> {
  if (keys.size === 0) return
  await sql`
    insert into product_match_keys (key, cluster)
    select * from unnest(${[...keys.keys()]}::text[], ${[...keys.values()]}::bigint[])
    on conflict (key) do update set cluster = excluded.cluster`.execute(db)
}

/** Triggers note on which days the moved products count. */
async function saveProducts(
  { db }: AppContext,
  due: DueProduct[],
  { assigned }: ClusterChanges,
): Promise<void> {
  const rows = due.map(({ id, storeId, productId, keys }) => ({
    storeId,
    productId,
    keys,
    cluster: assigned.get(id) ?? null,
  }))
  await sql`
    update products p set cluster = t.cluster, match_keys = t.keys, match_due = false
    from jsonb_to_recordset(${jsonText(rows)}::jsonb) as t ("storeId" bigint, "productId" bigint, keys text[], cluster bigint)
    where p.store_id = t."storeId" and p.product_id = t."productId"`.execute(db)
}
