import { sql } from 'kysely'
import { dayOf } from '#contracts/dates.ts'
import type { StoreId } from '#contracts/ids.ts'
import { requestForShared } from '#server/discovery/risks/assess-stores.ts'
import type { AppContext } from '#server/platform/context.ts'
import { jsonText } from '#server/platform/db/sql-text.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { certificateSignal } from './launch-signals.ts'
import { reevaluateLaunch } from './store-row.ts'

/**
 * Logs are read in parallel, so an earlier entry for a host may turn up after its store was
 * published: the earlier day counts. The launch verdict depends on that day, so the store is
 * evaluated again.
 */
export async function correctFoundDays(ctx: AppContext, hosts: string[]): Promise<void> {
  if (hosts.length === 0) return
  for (const store of await findStoresRevealedEarlier(ctx, hosts))
    await moveToEarlierDay(ctx, store)
}

/**
 * Locked (see `lockStores`), so that when two logs bring earlier entries at once, the earliest is
 * kept.
 */
async function findStoresRevealedEarlier({ db }: AppContext, hosts: string[]) {
  return db
    .selectFrom('candidates')
    .innerJoin('stores', 'stores.id', 'candidates.store_id')
    .select(['stores.id', 'stores.launch_status', 'stores.found_at'])
    .select(['candidates.host', 'candidates.revealed_at', 'candidates.log_id'])
    .where('candidates.host', 'in', hosts)
    .whereRef('candidates.revealed_at', '<', 'stores.found_at')
    .orderBy('stores.id')
    .orderBy('candidates.revealed_at', 'desc') // with two hosts of one store, the earlier day is written last
    .forNoKeyUpdate('stores')
    .execute()
}

type EarlierStore = Awaited<ReturnType<typeof findStoresRevealedEarlier>>[number]

async function moveToEarlierDay(ctx: AppContext, store: EarlierStore): Promise<void> {
  const foundAt = store.revealed_at
  const signals = [certificateSignal({ ...store, foundAt, now: ctx.now() })]
  const verdict = await reevaluateLaunch(
    ctx,
    { storeId: store.id, foundAt, signals },
    { found_at: foundAt, found_day: dayOf(foundAt) },
  )
  await requestForShared(ctx.db, [store.id], { from: foundAt, until: store.found_at })
  await reevaluateLive(ctx.db, store)
  if (verdict.status === 'new' && store.launch_status !== 'new') await visitAgain(ctx, store.host)
}

/** While it counted as an old shop, its contacts were not fetched. */
async function visitAgain(ctx: AppContext, host: string): Promise<void> {
  await ctx.db
    .updateTable('candidates')
    .set({ due_at: ctx.now() })
    .where('host', '=', host)
    .execute()
}

type VisibleStore = { host: string; storeId: StoreId }

/**
 * Records how the stores got here, once, in the transaction that makes them visible. A store that
 * was visible before a log revealed its host (it came from a different log) has no timings.
 */
export async function saveLags(
  { db }: Pick<AppContext, 'db'>,
  stores: VisibleStore[],
): Promise<void> {
  if (stores.length === 0) return
  await sql`
    insert into store_lags (store_id, log_id, read_at, pointed_at, asked_at, live)
    select stores.id, c.log_id, c.added_at, coalesce(c.pointed_at, c.added_at), coalesce(c.asked_at, stores.visible_at),
      coalesce(stores.found_at >= ct_logs.live_since, false)
    from jsonb_to_recordset(${jsonText(stores)}::jsonb) as t (host text, "storeId" bigint)
      join candidates as c on c.host = t.host
      join stores on stores.id = t."storeId"
      left join ct_logs on ct_logs.log_id = c.log_id
    where c.added_at <= stores.visible_at
    on conflict (store_id) do nothing`.execute(db)
}

/**
 * Another log turned up an earlier entry: `live` now depends on whether that log had caught up by
 * then.
 */
async function reevaluateLive(
  db: Db,
  { id, log_id }: { id: number; log_id: string },
): Promise<void> {
  await sql`
    update store_lags set log_id = ${log_id}, live = coalesce(
      (select stores.found_at >= ct_logs.live_since from stores, ct_logs where stores.id = ${id} and ct_logs.log_id = ${log_id}), false)
    where store_id = ${id}`.execute(db)
}
