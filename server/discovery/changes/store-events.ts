import { sql } from 'kysely'
import { CHANGE_WINDOWS } from '#contracts/catalog/store-filters.ts'
import {
  type ChangeKind,
  eventOfProducts,
  type ProductChangeKind,
} from '#contracts/catalog/timeline.ts'
import { addDays, type Day, DAY_MS, dayOf } from '#contracts/dates.ts'
import type { StoreId } from '#contracts/ids.ts'
import type { AppContext } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { jsonText } from '#server/platform/db/sql-text.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { lockStores } from '#server/platform/locks.ts'
import { ageWindows, saveTechnologyDays } from './change-windows.ts'
import type { StoreEvent } from './compare-facts.ts'

export type EventOfStore = StoreEvent & { storeId: StoreId }

export const homeEvent = (storeId: StoreId, host: string, path: string) => ({
  storeId,
  subject: null,
  before: null,
  after: null,
  strength: 'strong' as const,
  evidence: { label: 'observed' as const, sourceUrl: `https://${host}/`, path },
})

/** As of now. Call it in the transaction that locked the stores' rows. */
export async function saveEvents(ctx: AppContext, events: readonly EventOfStore[]): Promise<void> {
  if (events.length === 0) return
  const rows = events.map(({ evidence, ...event }) => ({ ...event, ...evidence }))
  await sql`
    insert into store_events (store_id, kind, at, subject, before, after, strength, label, source_url, path)
    select "storeId", kind, ${ctx.now()}, subject, before, after, strength, label, "sourceUrl", path
    from jsonb_to_recordset(${jsonText(rows)}::jsonb) as t ("storeId" bigint, kind text, subject text, before text, after text,
      strength text, label text, "sourceUrl" text, path text)`.execute(ctx.db)
  const strong = events.filter(({ strength }) => strength === 'strong')
  await saveChangeDays(
    ctx,
    strong.filter(({ kind }) => kind !== 'found'),
  )
  await saveTechnologyDays(
    ctx,
    strong.flatMap(({ storeId, technology }) => (technology ? [{ storeId, ...technology }] : [])),
  )
}

/** Longer than two releases run side by side. */
const LATE_MS = 2 * DAY_MS

/**
 * Lists changes of products that this transaction has written, in the list of changes and for the
 * filters.
 */
export async function saveProductChangeDays(
  ctx: AppContext,
  changes: readonly { storeId: StoreId; kind: ProductChangeKind }[],
): Promise<void> {
  if (changes.length === 0) return
  const storeIds = new Set(changes.map(({ storeId }) => storeId))
  await addProductChangeDays(ctx.db, [...storeIds], new Date(ctx.now().getTime() - LATE_MS))
  await saveChangeDays(
    ctx,
    changes.map(({ storeId, kind }) => ({ storeId, kind: eventOfProducts(kind) })),
  )
}

/** The first change of a day gives the day its place in the list, and later ones leave it there. */
export async function addProductChangeDays(
  db: Db,
  storeIds: readonly StoreId[],
  since: Date,
): Promise<void> {
  await sql`
    insert into product_change_days (store_id, kind, day, at)
    select store_id, kind, (at at time zone 'UTC')::date as day, min(at) from product_changes
    where store_id = any(${[...storeIds]}::bigint[]) and at >= ${since}::timestamptz group by store_id, kind, day order by store_id, kind collate "C", day
    on conflict (store_id, kind, day) do nothing`.execute(db)
}

/**
 * Notes the kinds of today's changes of stores, for the filters of the list. Weak changes are left
 * out: a filter should not list a store for something that may be old. Call it in the transaction
 * that locked the stores' rows.
 */
async function saveChangeDays(
  ctx: AppContext,
  changes: readonly { storeId: StoreId; kind: ChangeKind }[],
): Promise<void> {
  if (changes.length === 0) return
  const distinct = new Map(
    changes.map(({ storeId, kind }) => [`${storeId} ${kind}`, { storeId, kind }]),
  )
  await sql`
    with changed as materialized (
      select "storeId" as store_id, kind from jsonb_to_recordset(${jsonText([...distinct.values()])}::jsonb) as t ("storeId" bigint, kind text)),
    noted as (
      insert into store_change_days (store_id, kind, day) select store_id, kind, ${dayOf(ctx.now())} from changed
      on conflict (store_id, kind) do update set day = excluded.day where store_change_days.day < excluded.day)
    update stores set changed_7d = merged.in_7d, changed_30d = merged.in_30d
    from (
      select s.id, array(select unnest(s.changed_7d) union select unnest(c.kinds) order by 1) as in_7d,
        array(select unnest(s.changed_30d) union select unnest(c.kinds) order by 1) as in_30d
      from (select store_id, array_agg(kind) as kinds from changed group by store_id) as c join stores s on s.id = c.store_id
      where not (s.changed_7d @> c.kinds)) as merged
    where stores.id = merged.id`.execute(ctx.db)
}

const STORES_PER_STEP = 1_000
const NEXT_ROUND_MS = 10 * 60_000
const LONGEST_DAYS = Math.max(...CHANGE_WINDOWS)

/**
 * Takes changes that are older than 7 and 30 days out of the filters of the list: the first step
 * after a UTC midnight does the work of the day.
 * @returns milliseconds to pause
 */
export async function ageChangesStep(ctx: AppContext): Promise<number> {
  const today = dayOf(ctx.now())
  for (const days of CHANGE_WINDOWS) if (await ageWindow(ctx, days, addDays(today, -days))) return 0
  if (await ageWindows(ctx)) return 0
  // Days that no window reaches any more; without them the work of a day depends only on the
  // changes of a month.
  await ctx.db
    .deleteFrom('store_change_days')
    .where('day', '<=', addDays(today, -LONGEST_DAYS))
    .execute()
  return NEXT_ROUND_MS
}

const columnOf = (days: (typeof CHANGE_WINDOWS)[number]) => sql.ref(`changed_${days}d`)

/** @returns whether there may be more */
async function ageWindow(
  ctx: AppContext,
  days: (typeof CHANGE_WINDOWS)[number],
  last: Day,
): Promise<boolean> {
  const column = columnOf(days)
  const { rows } = await sql<{ store_id: StoreId }>`
    select distinct d.store_id from store_change_days d join stores s on s.id = d.store_id
    where d.day <= ${last} and s.${column} @> array[d.kind] limit ${STORES_PER_STEP}`.execute(
    ctx.db,
  )
  const storeIds = rows.map(({ store_id }) => store_id)
  if (storeIds.length === 0) return false
  await inTransaction(ctx, async ({ db }) => {
    await lockStores(db, storeIds)
    await sql`
      update stores set ${column} = array(
        select kind from store_change_days d where d.store_id = stores.id and d.day > ${last} order by kind collate "C")
      where id = any(${storeIds}::bigint[])`.execute(db)
  })
  return storeIds.length === STORES_PER_STEP
}
