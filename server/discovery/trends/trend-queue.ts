import { sql } from 'kysely'
import { addDays, dayOf, type Day } from '#contracts/dates.ts'
import type { ClusterId } from '#contracts/ids.ts'
import { TREND_FORMULA } from '#contracts/catalog/trending.ts'
import type { AppContext } from '#server/platform/context.ts'
import { listedOn } from '#server/platform/db/sql-text.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { LONG_DAYS } from '#server/platform/jobs/purge-old-rows.ts'

const EVENTS_PER_BATCH = 1_000
/** While stores are found by the second, the clusters of a batch are often among the next ones. */
const INVALIDATIONS_READ = 2_000
const { windowDays, gate } = TREND_FORMULA

/**
 * Turns the triggers' rows (`trend_invalidations`) into clusters by day, each once, for days with
 * enough listings that began in the window or with a score. The age counts on every day: when a
 * product's first day changes, all its days are due. Call it in a transaction that holds
 * `trends_turn`.
 * @returns how many rows it processed, and how many listings and days it read for them
 */
export async function queueInvalidated(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  limit: number,
): Promise<{ invalidations: number; rowsRead: number }> {
  const today = dayOf(now())
  const { rows } = await sql<{ invalidations: number; rowsRead: number }>`
    with pending as materialized (
      select id, cluster from trend_invalidations where from_day is not null order by id limit ${INVALIDATIONS_READ}),
    taken as materialized (
      delete from trend_invalidations where id = any(array(
        select id from pending where cluster in (select cluster from pending order by id limit ${limit})))
      returning cluster, from_day, to_day),
    asked as materialized (
      select t.cluster, t.from_day, t.to_day, c.first_day
      from (select cluster, min(from_day) as from_day, max(to_day) as to_day from taken group by cluster) as t
      left join product_clusters c on c.id = t.cluster),
    listed as materialized (
      select asked.cluster, ${listedOn} as day
      from asked cross join lateral (
        select store_id, created_at, published_at, last_seen_at from products where products.cluster = asked.cluster offset 0) as p
      join stores s on s.id = p.store_id and s.launch_status = 'new'
      where ${hasManyProducts}),
    first as materialized (
      select asked.cluster, asked.first_day as before, earliest.day
      from asked left join (select cluster, min(day) as day from listed group by cluster) as earliest using (cluster)),
    kept as (
      update product_clusters c set first_day = first.day from first where c.id = first.cluster and first.before is distinct from first.day),
    spans as materialized (
      select distinct cluster, day as from_day, earlier + ${windowDays - 1}::integer as to_day
      from (select cluster, day, lag(day, ${gate.leastStores - 1}::integer) over (partition by cluster order by day) as earlier from listed) as in_order
      where day - earlier < ${windowDays}),
    days as materialized (
      select cluster, days.day::date from spans cross join lateral generate_series(from_day, to_day, interval '1 day') as days (day)
      union select d.cluster, d.day from asked join trend_scores d on d.cluster = asked.cluster),
    queued as (
      insert into trend_queue (day, cluster)
      select days.day, days.cluster from days
      where days.day between ${addDays(today, -LONG_DAYS)} and ${today} and (
        days.cluster in (select cluster from first where before <> day)
        or exists (select from asked where asked.cluster = days.cluster and days.day between asked.from_day and asked.to_day))
      on conflict do nothing)
    select (select count(*) from taken)::integer as invalidations,
      ((select count(*) from listed) + (select count(*) from days))::integer as "rowsRead"`.execute(
    db,
  )
  return rows[0] ?? { invalidations: 0, rowsRead: 0 }
}

/** Most clusters have one product: nothing else is read about them. */
const hasManyProducts = sql`exists (select from products where products.cluster = asked.cluster offset ${gate.leastStores - 1}::integer)`

/**
 * The same for sell-outs, prices and places: they count on open days, in clusters that have scores.
 * @returns how many rows it processed
 */
export async function queueEvents(db: Db, openDays: readonly Day[]): Promise<number> {
  const { rows } = await sql<{ notes: number }>`
    with taken as materialized (
      delete from trend_invalidations where id in (
        select id from trend_invalidations where from_day is null order by id limit ${EVENTS_PER_BATCH})
      returning cluster),
    queued as (
      insert into trend_queue (day, cluster)
      select distinct day, cluster from taken join trend_scores using (cluster) where day = any(${openDays}::date[])
      on conflict do nothing)
    select count(*)::integer as notes from taken`.execute(db)
  return rows[0]?.notes ?? 0
}

/** The latest first. */
export async function findDueDays(db: Db, paused: readonly Day[]): Promise<Day[]> {
  const { rows } = await sql<{ day: Day }>`
    select days.day::date as day
    from (select min(day) as first, max(day) as last from trend_queue) as q
    cross join lateral generate_series(q.first, q.last, interval '1 day') as days (day)
    where days.day::date <> all(${paused}::date[]) and exists (select from trend_queue where day = days.day::date)
    order by 1 desc`.execute(db)
  return rows.map(({ day }) => day)
}

export async function dequeueClusters(db: Db, day: Day, limit: number): Promise<ClusterId[]> {
  const { rows } = await sql<{ cluster: ClusterId }>`
    delete from trend_queue where day = ${day} and cluster in (
      select cluster from trend_queue where day = ${day} order by cluster limit ${limit})
    returning cluster`.execute(db)
  return rows.map(({ cluster }) => cluster)
}
