import { sql } from 'kysely'
import { addDays, dayOf } from '#contracts/dates.ts'
import { FIGURE_DAYS, type Today } from '#contracts/catalog/today.ts'
import { TREND_FORMULA } from '#contracts/catalog/trend-formula.ts'
import type { Db } from '#server/platform/db/schema.ts'

type Figures = Today['figures']
type Row = Record<keyof Figures, number | null>

/**
 * The figures of each day up to the time of day of `now`, from indexes alone except for the
 * addresses. Null: our data does not cover the day. We began during the first day with a store or a
 * visit, so a comparison with it would be unfair, and a day without any store or visit is one on
 * which we did not read. A trend counts the stores of all days in its window.
 */
export async function readDayFigures(db: Db, now: Date): Promise<Figures> {
  const today = dayOf(now)
  const timeOfDay = sql`${now.toISOString().slice(11, -1)}::time`
  const { rows } = await sql<Row>`
    with day as (
      select day::date, day at time zone 'UTC' as starts, (day + ${timeOfDay}) at time zone 'UTC' as ends
      from generate_series(${addDays(today, 1 - FIGURE_DAYS)}::timestamp, ${today}::timestamp, interval '1 day') as day),
    first as materialized (
      select (select min(found_day) from stores where launch_status = 'new') as found_day,
        (select (min(at) at time zone 'UTC')::date from store_events where kind = 'found') as visit_day)
    select
      case when day = ${today} or (day > first.found_day and found.is_any) then found.stores end as stores,
      case when day = ${today} or (day > first.found_day and found.is_any) then found.leads end as leads,
      case when day = ${today} or day >= first.found_day + ${TREND_FORMULA.windowDays}::integer then trending.products end as rising,
      case when day = ${today} or (day > first.visit_day and visited.is_any) then opened.stores end as opened
    from day cross join first
    cross join lateral (
      select count(*) > 0 as is_any, count(*) filter (where found_at <= ends) as stores,
        count(*) filter (where found_at <= ends and email is not null) as leads
      from stores where launch_status = 'new' and found_day = day) as found
    cross join lateral (
      select count(*) as products from trend_scores as trend where trend.day = day.day and is_trending) as trending
    cross join lateral (
      select count(distinct s.id) as stores from store_events e join stores s on s.id = e.store_id and launch_status = 'new'
      where kind = 'opened' and at >= starts and at <= ends) as opened
    cross join lateral (
      select exists (select from store_events where kind = 'found' and at >= starts
        and at < starts + interval '1 day') as is_any) as visited
    order by day`.execute(db)
  const of = (name: keyof Figures) => rows.map((row) => row[name])
  return { stores: of('stores'), leads: of('leads'), rising: of('rising'), opened: of('opened') }
}
