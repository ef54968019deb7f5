import { sql } from 'kysely'
import { DAY_MS } from '#contracts/dates.ts'
import type { StoreId } from '#contracts/ids.ts'
import type { AppContext } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { jsonText } from '#server/platform/db/sql-text.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { lockStores, tryLock } from '#server/platform/locks.ts'
import { readRiskFacts } from './read-risk-facts.ts'
import { findRisks } from './risk-rules.ts'

/** Each compares up to 300 products: about 10,000 buffers a step. */
const STORES_PER_STEP = 20
const IDLE_MS = 5_000
/** What no event refreshes, such as shared products of a store that was deleted. */
const ASSESS_AGAIN_AFTER_MS = 30 * DAY_MS

/** Appends, so that no writer waits. Call it in the transaction that changed the stores. */
export async function requestAssessments(db: Db, storeIds: readonly StoreId[]): Promise<void> {
  if (storeIds.length === 0) return
  await sql`
    insert into assessment_requests (store_id) select distinct unnest(${[...storeIds]}::bigint[])`.execute(
    db,
  )
}

/** Stores with the address or the number of these, which closed, opened again or will be deleted. */
export async function requestForContacts(db: Db, storeIds: readonly StoreId[]): Promise<void> {
  if (storeIds.length === 0) return
  const named = sql`select email, phone from stores where id = any(${[...storeIds]}::bigint[])`
  await sql`
    insert into assessment_requests (store_id)
    select id from stores where email in (select email from (${named}) as named)
    union select id from stores where phone in (select phone from (${named}) as named)`.execute(db)
}

/**
 * Stores that list one of these products, and the only other store that does: for it the product
 * begins or ceases to be sold elsewhere.
 */
export async function requestForClusters(
  db: Db,
  clusters: readonly (number | null)[],
): Promise<void> {
  if (clusters.length === 0) return
  await sql`
    insert into assessment_requests (store_id)
    select distinct listed.store_id from unnest(${[...new Set(clusters)]}::bigint[]) as c (cluster)
    cross join lateral (
      select array_agg(distinct store_id) as stores from (
        select store_id from products where cluster = c.cluster and removed_at is null limit ${FEW_LISTINGS}) as few) as near
    cross join lateral unnest(near.stores) as listed (store_id)
    where cardinality(near.stores) <= 2`.execute(db)
}

/** Stores that list a product of these, which will be deleted. */
export async function requestForShared(db: Db, storeIds: readonly StoreId[]): Promise<void> {
  await sql`
    insert into assessment_requests (store_id)
    select distinct p.store_id from products own join products p on p.cluster = own.cluster
    where own.store_id = any(${[...storeIds]}::bigint[])
      and own.removed_at is null and p.removed_at is null`.execute(db)
}

/** Enough to tell two stores from more. */
const FEW_LISTINGS = 8

type Due = { id: StoreId }

/**
 * Looks for warning signs in stores that changed, or else in those not looked at for long, and
 * counts their shared products.
 * @returns milliseconds to pause
 */
export async function assessStoresStep(ctx: AppContext): Promise<number> {
  return inTransaction(ctx, async (ctx) => {
    if (!(await tryLock(ctx, 'assess_turn'))) return IDLE_MS
    const requested = await takeRequests(ctx.db)
    const due = requested.length > 0 ? requested : await findStale(ctx)
    if (due.length === 0) return IDLE_MS
    await assessStores(ctx, due)
    return 0
  })
}

async function takeRequests(db: Db): Promise<StoreId[]> {
  const { rows } = await sql<Due>`
    with taken as (
      delete from assessment_requests where id = any(array(select id from assessment_requests order by id limit ${STORES_PER_STEP}))
      returning store_id)
    select distinct store_id as id from taken`.execute(db)
  return rows.map(({ id }) => id)
}

async function findStale({ db, now }: AppContext): Promise<StoreId[]> {
  const { rows } = await sql<Due>`
    select store_id as id from store_assessments where assessed_at < ${new Date(now().getTime() - ASSESS_AGAIN_AFTER_MS)}
    order by assessed_at limit ${STORES_PER_STEP}`.execute(db)
  return rows.map(({ id }) => id)
}

/** The rows are locked only to be written: a visit meanwhile requests another assessment. */
async function assessStores(ctx: AppContext, storeIds: readonly StoreId[]): Promise<void> {
  const found = await readRiskFacts(ctx, storeIds)
  await lockStores(ctx.db, [...storeIds])
  const rows = found.map(({ id, sharedShare, facts }) => {
    const flags = findRisks(facts)
    return { id, flags, risks: flags.map(({ kind }) => kind), sharedShare }
  })
  await sql`
    with assessed as materialized (
      select * from jsonb_to_recordset(${jsonText(rows)}::jsonb) as t (id bigint, flags jsonb, risks text[], "sharedShare" double precision)),
    saved as (
      insert into store_assessments (store_id, flags, assessed_at)
      select a.id, a.flags, ${ctx.now()} from assessed a join stores using (id)
      on conflict (store_id) do update set flags = excluded.flags, assessed_at = excluded.assessed_at)
    update stores set risks = a.risks, shared_share = coalesce(a."sharedShare", stores.shared_share)
    from assessed a where stores.id = a.id and (stores.risks is distinct from a.risks
      or stores.shared_share is distinct from coalesce(a."sharedShare", stores.shared_share))`.execute(
    ctx.db,
  )
}
