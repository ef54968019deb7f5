import { sql } from 'kysely'
import { DAY_MS } from '#contracts/dates.ts'
import type { StoreId } from '#contracts/ids.ts'
import { areManyFirstVisitsWaiting } from '#server/discovery/candidates.ts'
import type { AppContext } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { jsonText } from '#server/platform/db/sql-text.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { lockStores, tryLock } from '#server/platform/locks.ts'
import { readRiskFacts } from './read-risk-facts.ts'
import { findRisks } from './risk-rules.ts'

/** Each takes some 2,500 buffers: up to 300 products are compared. */
const STORES_PER_STEP = 5
/** While shops are found by the second, one of these is often asked about again. */
const REQUESTS_READ = 1_000
const IDLE_MS = 5_000
/**
 * A new store is requested again when its products match, its walk ends and its domain's age
 * arrives: requests of this time share one look.
 */
const GATHER_MS = 20_000
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

/**
 * These stores, which closed, opened again, got another launch day, lost a contact or will be
 * deleted, and those with their address or number.
 */
export async function requestForContacts(db: Db, storeIds: readonly StoreId[]): Promise<void> {
  if (storeIds.length === 0) return
  const ids = sql`${[...storeIds]}::bigint[]`
  const named = sql`select email, phone from stores where id = any(${ids})`
  await sql`
    insert into assessment_requests (store_id)
    select unnest(${ids})
    union select id from stores where email in (select email from (${named}) as named)
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

/**
 * Stores that list a product of these, which will be deleted; with `found`, only those of this time,
 * before which these have turned out to be found.
 */
export async function requestForShared(
  db: Db,
  storeIds: readonly StoreId[],
  found: { from: Date; until: Date } | null = null,
): Promise<void> {
  const isConcerned = found
    ? sql`exists (select from stores where id = p.store_id and found_at >= ${found.from} and found_at < ${found.until})`
    : sql`true`
  await sql`
    insert into assessment_requests (store_id)
    select distinct p.store_id from products own join products p on p.cluster = own.cluster
    where own.store_id = any(${[...storeIds]}::bigint[])
      and own.removed_at is null and p.removed_at is null and ${isConcerned}`.execute(db)
}

/** Enough to tell two stores from more. */
const FEW_LISTINGS = 8

/**
 * Looks for warning signs in stores that changed, then in those not looked at for long, and counts
 * their shared products.
 * @returns milliseconds to pause
 */
export async function assessStoresStep(ctx: AppContext): Promise<number> {
  return inTransaction(ctx, async (ctx) => {
    if (!(await tryLock(ctx, 'assess_turn'))) return IDLE_MS
    // Most stores of now are requested again before long.
    const isBehind = (await areManyFirstVisitsWaiting(ctx.db)) || (await areManyMatchesDue(ctx.db))
    const requested = await takeRequests(ctx.db)
    const stale = await findStale(ctx, STORES_PER_STEP - requested.length)
    const due = [...new Set([...requested, ...stale])]
    if (due.length > 0) await assessStores(ctx, due)
    if (due.length < STORES_PER_STEP) return GATHER_MS
    return isBehind ? IDLE_MS : 0
  })
}

/** More than one batch of `matchProducts`. */
const MANY_MATCHES = 500

async function areManyMatchesDue(db: Db): Promise<boolean> {
  const { rows } =
    await sql`select from products where match_due offset ${MANY_MATCHES} limit 1`.execute(db)
  return rows.length > 0
}

/** The oldest, with the later ones for the same stores. */
async function takeRequests(db: Db): Promise<StoreId[]> {
  const { rows } = await sql<{ stores: StoreId[] }>`
    with oldest as materialized (select id, store_id from assessment_requests order by id limit ${REQUESTS_READ}),
    chosen as materialized (select store_id from oldest group by store_id order by min(id) limit ${STORES_PER_STEP}),
    taken as (
      delete from assessment_requests
      where id = any(array(select id from oldest where store_id in (select store_id from chosen))))
    select array(select store_id from chosen) as stores`.execute(db)
  return rows[0]?.stores ?? []
}

async function findStale({ db, now }: AppContext, limit: number): Promise<StoreId[]> {
  const { rows } = await sql<{ id: StoreId }>`
    select store_id as id from store_assessments where assessed_at < ${new Date(now().getTime() - ASSESS_AGAIN_AFTER_MS)}
    order by assessed_at limit ${limit}`.execute(db)
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
