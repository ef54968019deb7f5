import type { ClusterId, StoreId } from '#contracts/ids.ts'
import { type RawBuilder, sql } from 'kysely'
import {
  assignClusters,
  type ClusterChanges,
  type KnownClusters,
  type MatchableProduct,
} from '#discovery/trend/assign-clusters.ts'
import {
  isPictureKey,
  type ListedProduct,
  matchSignals,
  type MatchTraits,
} from '#discovery/trend/match-signals.ts'
import { requestAssessments, requestForClusters } from '#server/discovery/risks/assess-stores.ts'
import type { AppContext } from '#server/platform/context.ts'
import { jsonText } from '#server/platform/db/sql-text.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { tryLock } from '#server/platform/locks.ts'

export const MATCH_BATCH_SIZE = 500

/**
 * In batches of one transaction each, one process at a time, because each result affects the next.
 * A product that is being written stays due.
 * @returns how many were processed, ended clusters included; 1 while another process does it
 */
export async function matchProducts(ctx: AppContext): Promise<number> {
  return inTransaction(ctx, async (ctx) => {
    if (!(await tryLock(ctx, 'match_turn'))) return 1
    const reassigned = await reassignEndedClusters(ctx.db)
    const due = await readDueProducts(ctx.db, MATCH_BATCH_SIZE)
    if (due.length > 0) await matchDue(ctx, due)
    return reassigned + due.length
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

async function reserveIds({ db }: AppContext, count: number): Promise<ClusterId[]> {
  const { rows } = await sql<{ id: ClusterId }>`
    select nextval(pg_get_serial_sequence('product_clusters', 'id')) as id from generate_series(1, ${count}::integer)`.execute(
    db,
  )
  return rows.map(({ id }) => id).toReversed()
}

async function saveClusters(
  { db }: AppContext,
  { leaders, merged, dissolved }: ClusterChanges,
): Promise<void> {
  const created = [...leaders].map(([id, leader]) => ({ id, leader }))
  if (created.length > 0) {
    await sql`
      insert into product_clusters (id, leader)
      select id, leader from jsonb_to_recordset(${jsonText(created)}::jsonb) as t (id bigint, leader jsonb)`.execute(
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

/** Triggers record on which days the moved products count. */
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
  await requestAssessments(
    db,
    due.map(({ storeId }) => storeId),
  )
  const moves = rows.flatMap(({ cluster }, at) => {
    const before = due[at]?.cluster ?? null
    return before === cluster ? [] : [before, cluster]
  })
  await requestForClusters(db, moves)
}

type DueProduct = MatchableProduct & { productId: number }

type Row = ListedProduct & { storeId: StoreId; productId: number; cluster: ClusterId | null }

// Only the first pictures are compared; a product may have 250.
const columns: RawBuilder<Row> = sql`p.store_id as "storeId", p.product_id as "productId", p.title, p.vendor, p.product_type as "productType",
  p.price_min_minor as "priceMinor", p.currency, jsonb_path_query_array(p.images, '$[0 to 4]') as images, p.options, p.cluster`

/**
 * New and changed products, locked. Products that are being written are left for later, and so are
 * those whose store is being written: both decide on which days a product counts.
 */
async function readDueProducts(db: Db, limit: number): Promise<DueProduct[]> {
  const { rows } = await sql<Row>`
    select ${columns} from products p join stores s on s.id = p.store_id where p.match_due order by p.store_id, p.product_id limit ${limit}
    for update of p skip locked for share of s skip locked`.execute(db)
  return rows.map(toProduct)
}

const toProduct = (row: Row): DueProduct => ({
  id: `${row.storeId}-${row.productId}`,
  storeId: row.storeId,
  productId: row.productId,
  cluster: row.cluster,
  ...matchSignals(row),
})

async function readKnownClusters(db: Db, due: DueProduct[]): Promise<KnownClusters> {
  const keys = await readKeys(db, [...new Set(due.flatMap((product) => product.keys))])
  const clusters = [...keys.values(), ...due.map(({ cluster }) => cluster ?? null)].filter(
    (id) => id !== null,
  )
  return {
    keys,
    leaders: await readLeaders(db, [...new Set(clusters)]),
    storeMates: await readStoreMates(db, due),
  }
}

/**
 * Key by key through the index: for a list of keys the planner reads the whole table while that is
 * small (82 ms instead of 9 with 390,000 keys).
 */
async function readKeys(db: Db, keys: string[]): Promise<Map<string, ClusterId | null>> {
  const { rows } = await sql<{ key: string; cluster: ClusterId | null }>`
    select asked.key, k.cluster from unnest(${keys}::text[]) as asked (key)
    cross join lateral (select cluster from product_match_keys where key = asked.key offset 0) as k`.execute(
    db,
  )
  return new Map(rows.map(({ key, cluster }) => [key, cluster]))
}

async function readLeaders(db: Db, clusters: ClusterId[]): Promise<Map<ClusterId, MatchTraits>> {
  const { rows } = await sql<{ id: ClusterId; leader: MatchTraits }>`
    select id, leader from product_clusters where id = any(${clusters}::bigint[]) and merged_into is null and not dissolved`.execute(
    db,
  )
  return new Map(rows.map(({ id, leader }) => [id, leader]))
}

/**
 * `exists` looks keys up in a hash table, `&&` would compare each with each: 0.1 s instead of 3 for
 * 25,000 products with 1,500 pictures.
 */
async function readStoreMates(db: Db, due: DueProduct[]): Promise<DueProduct[]> {
  const pictures = [...new Set(due.flatMap(({ keys }) => keys.filter(isPictureKey)))]
  if (pictures.length === 0) return []
  const stores = [...new Set(due.map(({ storeId }) => storeId))]
  const { rows } = await sql<Row>`
    select ${columns} from products p
    where p.store_id = any(${stores}::bigint[]) and not p.match_due
      and exists (select from unnest(p.match_keys) as key where key = any(${pictures}::text[]))`.execute(
    db,
  )
  return rows.map(toProduct)
}

const CLUSTERS_PER_BATCH = 100
const PRODUCTS_PER_BATCH = 1_000

/**
 * Products of merged clusters move, those of dissolved ones become due; products that are being
 * written are skipped to avoid deadlocks. A cluster's row goes when no product is left in it.
 * @returns how many products were updated
 */
async function reassignEndedClusters(db: Db): Promise<number> {
  const { rows: ended } = await sql<{ id: number }>`
    select id from product_clusters where merged_into is not null or dissolved order by id limit ${CLUSTERS_PER_BATCH}`.execute(
    db,
  )
  if (ended.length === 0) return 0
  const ids = ended.map(({ id }) => id)
  const { rows: moved } = await sql<{ store_id: StoreId; cluster: number | null }>`
    with left_behind as (
      select p.store_id, p.product_id from products p join stores s on s.id = p.store_id where p.cluster = any(${ids}::bigint[])
      order by p.store_id, p.product_id limit ${PRODUCTS_PER_BATCH} for update of p skip locked for share of s skip locked)
    update products p set cluster = case when not c.dissolved then c.merged_into end, match_due = p.match_due or c.dissolved
    from left_behind l, product_clusters c
    where p.store_id = l.store_id and p.product_id = l.product_id and c.id = p.cluster
    returning p.store_id, p.cluster`.execute(db)
  await requestAssessments(
    db,
    moved.map(({ store_id }) => store_id),
  )
  await requestForClusters(db, [...ids, ...moved.map(({ cluster }) => cluster)])
  await sql`
    delete from product_clusters c where c.id = any(${ids}::bigint[]) and not exists (select from products p where p.cluster = c.id)`.execute(
    db,
  )
  return moved.length
}
