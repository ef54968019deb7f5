import { sql } from 'kysely'
import { addDays, dayOf, type Day } from '#contracts/dates.ts'
import { TREND_FORMULA } from '#contracts/trend-formula.ts'
import type { AppContext, Db } from '#server/context.ts'

/** Each may stand for thirty days of a cluster. */
const INVALIDATIONS_AT_ONCE = 500
const EVENTS_AT_ONCE = 5_000
/** As long as trends are kept (`purge-old-rows`). */
const KEEP_DAYS = 400

/** Fewer products cannot be in enough stores. What has scores must be computed, if only to delete them. */
const isWorthComputing = sql`(exists (select from products p where p.cluster = asked.cluster offset ${TREND_FORMULA.gate.leastStores - 1}::integer)
  or exists (select from trend_scores d where d.cluster = asked.cluster))`

/**
 * Turns what triggers noted (`trend_invalidations`) into clusters to compute by day, each once however often it changed. Call it in a transaction
 * that has the trends' turn.
 * @returns how many notes it dealt with
 */
export async function queueInvalidated({ db, now }: Pick<AppContext, 'db' | 'now'>): Promise<number> {
  const today = dayOf(now())
  const { rows } = await sql<{ cluster: number; from: Day; notes: number; is_worth: boolean }>`
    with taken as materialized (
      delete from trend_invalidations where id in (
        select id from trend_invalidations where from_day is not null order by id limit ${INVALIDATIONS_AT_ONCE})
      returning cluster, from_day, to_day),
    asked as materialized (select cluster, min(from_day) as from_day, count(*)::integer as notes from taken group by cluster),
    judged as materialized (select *, ${isWorthComputing} as is_worth from asked),
    queued as (
      insert into trend_queue (day, cluster)
      select distinct days.day::date, cluster from judged join taken using (cluster)
      cross join lateral generate_series(greatest(taken.from_day, ${addDays(today, -KEEP_DAYS)}), least(taken.to_day, ${today}),
        interval '1 day') as days (day)
      where is_worth on conflict do nothing)
    select cluster, from_day as "from", notes, is_worth from judged`.execute(db)
  await keepFirstDays(db, today, rows)
  return rows.reduce((sum, { notes }) => sum + notes, 0)
}

type Judged = { cluster: number; from: Day; is_worth: boolean }

/** The age of a product counts on every day: when its first day becomes another one, all its days are due. */
async function keepFirstDays(db: Db, today: Day, judged: Judged[]): Promise<void> {
  const of = (isWorth: boolean) => judged.filter(({ is_worth }) => is_worth === isWorth)
  const idle = of(false).map(({ cluster }) => cluster)
  if (idle.length > 0)
    await sql`
      update product_clusters set first_day = null where id = any(${idle}::bigint[]) and first_day is not null`.execute(
      db,
    )
  const changed = of(true)
  if (changed.length === 0) return
  await sql`
    with concerned as materialized (
      select c.id, c.first_day from product_clusters c
      join unnest(${changed.map(({ cluster }) => cluster)}::bigint[], ${changed.map((row) => row.from)}::date[]) as t (cluster, from_day)
        on t.cluster = c.id and (c.first_day is null or t.from_day <= c.first_day)),
    listed as materialized (
      select c.id, listed_day(s.found_day, p.created_at, p.published_at, p.last_seen_at) as day
      from concerned c join products p on p.cluster = c.id join stores s on s.id = p.store_id and s.launch_status = 'new'),
    first as materialized (select c.id, c.first_day as before, min(l.day) as day from concerned c left join listed l using (id) group by 1, 2),
    changed as (
      update product_clusters c set first_day = first.day from first
      where c.id = first.id and first.before is distinct from first.day)
    insert into trend_queue (day, cluster)
    select distinct listed.day + reach, listed.id from listed join first using (id)
    cross join generate_series(0, ${TREND_FORMULA.windowDays - 1}::integer) as reach
    where first.before <> first.day and listed.day + reach between ${addDays(today, -KEEP_DAYS)} and ${today}
    on conflict do nothing`.execute(db)
}

/**
 * The same for sell-outs, prices and places: they count on days that are open, in clusters that have scores.
 * @returns how many notes it dealt with
 */
export async function queueEvents(db: Db, openDays: readonly Day[]): Promise<number> {
  const { rows } = await sql<{ notes: number }>`
    with taken as materialized (
      delete from trend_invalidations where id in (
        select id from trend_invalidations where from_day is null order by id limit ${EVENTS_AT_ONCE})
      returning cluster),
    queued as (
      insert into trend_queue (day, cluster)
      select distinct day, cluster from taken join trend_scores using (cluster) where day = any(${openDays}::date[])
      on conflict do nothing)
    select count(*)::integer as notes from taken`.execute(db)
  return rows[0]?.notes ?? 0
}

/** Days that have clusters to compute, the latest first. */
export async function findDueDays(db: Db, resting: readonly Day[]): Promise<Day[]> {
  const { rows } = await sql<{ day: Day }>`
    select days.day::date as day
    from (select min(day) as first, max(day) as last from trend_queue) as q
    cross join lateral generate_series(q.first, q.last, interval '1 day') as days (day)
    where days.day::date <> all(${resting}::date[]) and exists (select from trend_queue where day = days.day::date)
    order by 1 desc`.execute(db)
  return rows.map(({ day }) => day)
}

export async function takeQueued(db: Db, day: Day, limit: number): Promise<number[]> {
  const { rows } = await sql<{ cluster: number }>`
    delete from trend_queue where day = ${day} and cluster in (
      select cluster from trend_queue where day = ${day} order by cluster limit ${limit})
    returning cluster`.execute(db)
  return rows.map(({ cluster }) => cluster)
}
