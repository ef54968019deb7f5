import { sql } from 'kysely'
import { addDays, type Day, dayOf, dayStart, MINUTE_MS } from '#contracts/dates.ts'
import { TREND_FORMULA } from '#contracts/catalog/trending.ts'
import type { AppContext } from '#server/platform/context.ts'
import type { ScannedStore } from '#server/platform/db/product-schema.ts'
import { listedOn } from '#server/platform/db/sql-text.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { queueEvents } from './trend-queue.ts'

/** Today's sell-outs, prices and places arrive all the time. */
const EVENTS_EVERY_MS = 5 * MINUTE_MS
/** After midnight, so that the last findings of the day are committed. */
const FINAL_AFTER_MS = 10 * MINUTE_MS
const STORES_PER_SCAN = 100
const { newStoreDays, windowDays, gate } = TREND_FORMULA

type DayRow = {
  day: Day
  opened_at: Date | null
  closed_at: Date | null
  scanned: ScannedStore | null
  events_at: Date | null
}

/**
 * Work that time alone makes due: the windows move when a day begins, today's changes and places
 * count after minutes, and a finished day is computed once more as a whole. Call it in a
 * transaction that holds the trends' turn.
 * @returns whether there is more to do at once
 */
export async function queueByTime(ctx: Pick<AppContext, 'db' | 'now'>): Promise<boolean> {
  const today = dayOf(ctx.now())
  const rows = await readOpenDays(ctx.db)
  const todays = rows.find(({ day }) => day === today)
  if (!todays) return addDaysUntil(ctx.db, today)
  if (!todays.opened_at) return openDay(ctx, todays)
  if (isPast(todays.events_at, ctx.now().getTime() - EVENTS_EVERY_MS)) {
    const processed = await queueEvents(
      ctx.db,
      rows.map(({ day }) => day),
    )
    if (processed > 0) return true
    await ctx.db
      .updateTable('trend_days')
      .set({ events_at: ctx.now() })
      .where('day', '=', today)
      .execute()
  }
  const ended = rows.find(({ day }) => endOf(day).getTime() + FINAL_AFTER_MS <= ctx.now().getTime())
  return ended ? closeDay(ctx, ended) : false
}

const isPast = (moment: Date | null, limitMs: number): boolean =>
  !moment || moment.getTime() < limitMs

/**
 * After a time without this stage, the missed days are computed as well, as far back as stores are
 * new.
 */
async function addDaysUntil(db: Db, today: Day): Promise<true> {
  await sql`
    insert into trend_days (day)
    select days.day::date
    from (select greatest(coalesce(max(day) + 1, ${today}), ${addDays(today, 1 - newStoreDays)}) as first from trend_days) as missing
    cross join lateral generate_series(least(missing.first, ${today}::date), ${today}::date, interval '1 day') as days (day)
    on conflict (day) do update set closed_at = null`.execute(db)
  return true
}

async function readOpenDays(db: Db): Promise<DayRow[]> {
  return db
    .selectFrom('trend_days')
    .select(['day', 'opened_at', 'closed_at', 'scanned', 'events_at'])
    .where('closed_at', 'is', null)
    .orderBy('day', 'desc')
    .execute()
}

/**
 * Without changes no cluster gets more stores in its window than the day before, so the day starts
 * with that day's clusters. If that day was not computed here, all stores are scanned.
 */
async function openDay(ctx: Pick<AppContext, 'db' | 'now'>, row: DayRow): Promise<boolean> {
  const before = addDays(row.day, -1)
  const known = await ctx.db
    .selectFrom('trend_days')
    .select('day')
    .where('day', '=', before)
    .where('opened_at', 'is not', null)
    .executeTakeFirst()
  if (!known && (await scanStores(ctx.db, row))) return true
  await sql`
    insert into trend_queue (day, cluster)
    select ${row.day}::date, cluster from trend_scores where day = ${before}
    union select ${row.day}::date, cluster from trend_queue where day = ${before}
    on conflict do nothing`.execute(ctx.db)
  await ctx.db
    .updateTable('trend_days')
    .set({ opened_at: ctx.now(), events_at: ctx.now(), scanned: null })
    .where('day', '=', row.day)
    .execute()
  return true
}

/** Every cluster that can have a score on the day, regardless of the invalidations. */
async function closeDay(ctx: Pick<AppContext, 'db' | 'now'>, row: DayRow): Promise<boolean> {
  if (!row.scanned)
    await sql`
      insert into trend_queue (day, cluster) select day, cluster from trend_scores where day = ${row.day} on conflict do nothing`.execute(
      ctx.db,
    )
  if (await scanStores(ctx.db, row)) return true
  await sql`
    update trend_days set closed_at = ${ctx.now()}, opened_at = coalesce(opened_at, ${ctx.now()}), scanned = null
    where day = ${row.day}`.execute(ctx.db)
  return true
}

/**
 * Scans a batch of the stores that are new on the day, and queues their clusters that lack a score
 * and may have one.
 * @returns false when all stores were scanned
 */
async function scanStores(db: Db, { day, scanned }: DayRow): Promise<boolean> {
  const { rows } = await sql<ScannedStore>`
    with looked_at as materialized (
      select found_day, found_at, id from stores
      where launch_status = 'new' and found_day between ${addDays(day, 1 - newStoreDays)} and ${day}
        and (found_day, found_at, id) > (${scanned?.foundDay ?? '-infinity'}::date, ${scanned?.foundAt ?? '-infinity'}::timestamptz, ${scanned?.id ?? 0}::bigint)
      order by found_day, found_at, id limit ${STORES_PER_SCAN}),
    queued as (
      insert into trend_queue (day, cluster)
      select ${day}::date, asked.cluster
      from (select distinct p.cluster from looked_at s join products p on p.store_id = s.id where p.cluster is not null) as asked
      where exists (select from products p where p.cluster = asked.cluster offset ${gate.leastStores - 1}::integer)
        and not exists (select from trend_scores d where d.cluster = asked.cluster and d.day = ${day})
        and ${gate.leastStores} <= (
          select count(distinct s.id) from products p join stores s on s.id = p.store_id and s.launch_status = 'new'
          where p.cluster = asked.cluster
            and ${listedOn} between ${addDays(day, 1 - windowDays)} and ${day})
      on conflict do nothing)
    select found_day as "foundDay", found_at::text as "foundAt", id from looked_at order by found_day desc, found_at desc, id desc limit 1`.execute(
    db,
  )
  const [last] = rows
  if (!last) return false
  await sql`update trend_days set scanned = ${JSON.stringify(last)}::jsonb where day = ${day}`.execute(
    db,
  )
  return true
}

export const endOf = (day: Day): Date => dayStart(addDays(day, 1))
