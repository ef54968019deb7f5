import { sql } from 'kysely'
import type { ChangeKind } from '#contracts/catalog/timeline.ts'
import { FIGURE_DAYS, type NewestStore, type Today } from '#contracts/catalog/today.ts'
import { TREND_FORMULA } from '#contracts/catalog/trending.ts'
import { addDays, type Day, dayOf } from '#contracts/dates.ts'
import type { StoreId, UserId } from '#contracts/ids.ts'
import { MAX_CHANGES } from '#contracts/workspace/changes.ts'
import * as accounts from '#server/accounts/api.ts'
import { listStoreChanges, scopeOf } from '#server/catalog/changes/read-changes.ts'
import type { CatalogRequest } from '#server/catalog/context.ts'
import {
  presentRising,
  readDayProducts,
  readDayTrends,
} from '#server/catalog/products/day-trends.ts'
import { asOfPart, type StoreQuery } from '#server/catalog/search/search.ts'
import { withMarks, withoutHidden } from '#server/catalog/stores/account-marks.ts'
import { readNewest } from '#server/catalog/stores/store-summary.ts'
import { cacheFor } from '#server/platform/async-cache.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { requirePaid, type Viewer } from '#server/platform/session/viewer.ts'

const RISING_PRODUCTS = 6
const NEWEST_STORES = 12
const CHANGE_KINDS: readonly ChangeKind[] = [
  'opened',
  'protected',
  'closed',
  'reopened',
  'moved',
  'theme_changed',
  'app_added',
  'app_removed',
  'pixel_added',
  'pixel_removed',
  'price_up',
  'price_down',
]

/** Short: the figures must not contradict the list behind them for longer than a glance. */
const SHARED_MS = 10_000

/** What all accounts see alike is read once for all of them; stores erased meanwhile are left out. */
export function createToday({ now }: Pick<CatalogRequest, 'now'>) {
  const readShared = cacheFor((ctx: CatalogRequest) => readDay({ ...ctx, db: ctx.sharedDb }), {
    forMs: SHARED_MS,
    now,
  })
  return async function getToday(ctx: CatalogRequest): Promise<Today> {
    const viewer = requirePaid(ctx)
    const since = await accounts.recordUserVisit(ctx, viewer)
    const [shared, news] = await Promise.all([readShared(ctx), countNews(ctx, viewer, since)])
    const { trends, newest, changes, ...counted } = await withoutHiddenStores(ctx, viewer, shared)
    const shown = [...newest, ...changes.map(({ store }) => store)].map(({ id }) => id)
    const [{ present, isFirstRun }, rising] = await Promise.all([
      readOwn(ctx, viewer, shown),
      readDayProducts(ctx, trends).then((products) => products.map(presentRising)),
    ])
    const isPresent = new Set(present)
    return {
      since: since.toISOString(),
      ...news,
      isFirstRun,
      ...counted,
      rising,
      newest: newest.filter(({ id }) => isPresent.has(id)),
      changes: changes.filter(({ store }) => isPresent.has(store.id)),
    }
  }
}

async function countNews(
  ctx: CatalogRequest,
  { userId, markRevisions: known }: Viewer,
  since: Date,
) {
  const isNew = { include: ['yes'], exclude: [], unknown: false }
  const query = { days: null, scope: 'new', choices: { isNew }, since } as const
  const leads = await withMarks(ctx.sharedDb, userId, query, { leavesContacted: true, known })
  const { contacted, ...choices } = leads.choices
  const match = await ctx.storeSearch.find({ ...leads, choices })
  const { leads: newLeads } = await (contacted ? await ctx.storeSearch.find(leads) : match).sums()
  return { newStores: match.total, newLeads, ...asOfPart(match) }
}

async function readDay(ctx: CatalogRequest) {
  const at = ctx.now()
  const day = dayOf(at)
  const [earlier, { sums, ...shown }] = await Promise.all([
    readDayFigures(ctx.db, at),
    readShown(ctx, day, null),
  ])
  return { day, at: at.toISOString(), figures: withToday(earlier, sums), ...shown }
}

type Sums = { stores: number; leads: number }

const withToday = (figures: Figures, { stores, leads }: Sums): Figures => ({
  ...figures,
  stores: [...figures.stores.slice(0, -1), stores],
  leads: [...figures.leads.slice(0, -1), leads],
})

/** @param shown the stores that an account does not hide; null for all */
async function readShown(ctx: CatalogRequest, day: Day, shown: StoreQuery | null) {
  const scope = await scopeOf(ctx, shown)
  const [trends, newest, sums, { changes }] = await Promise.all([
    readDayTrends(ctx, day, RISING_PRODUCTS, shown),
    readLatest(ctx, shown),
    sumDay(ctx, day, shown),
    listStoreChanges(ctx, {
      scope,
      kinds: CHANGE_KINDS.join(),
      since: `${day}T00:00:00.000Z`,
      size: MAX_CHANGES,
      contacts: 'hidden',
    }),
  ])
  return { trends, newest, sums, changes }
}

type SharedDay = Awaited<ReturnType<typeof readDay>>

/** For an account that hides stores: lists read for it alone, and figures minus hidden stores. */
async function withoutHiddenStores(
  ctx: CatalogRequest,
  { userId, markRevisions }: Viewer,
  shared: SharedDay,
): Promise<SharedDay> {
  const stores = await withoutHidden(ctx.sharedDb, userId, markRevisions)
  if (!stores) return shared
  const [{ sums, ...shown }, hidden] = await Promise.all([
    readShown(ctx, shared.day, stores),
    countHidden(ctx.db, userId, new Date(shared.at)),
  ])
  const without = (of: keyof HiddenDay) =>
    shared.figures[of].map((count, at) => (count === null ? null : count - (hidden[at]?.[of] ?? 0)))
  const figures = {
    ...shared.figures,
    stores: without('stores'),
    leads: without('leads'),
    opened: without('opened'),
  }
  return { ...shared, ...shown, figures: withToday(figures, sums) }
}

/** The days of the figures, each with its start and with the time of day of `now`. */
function figureDays(now: Date) {
  const today = dayOf(now)
  return sql`
    select day::date, day at time zone 'UTC' as starts, (day + ${timeOfDay(now)}) at time zone 'UTC' as ends
    from generate_series(${firstFigureDay(today)}::timestamp, ${today}::timestamp, interval '1 day') as day`
}

const firstFigureDay = (today: Day): Day => addDays(today, 1 - FIGURE_DAYS)

const timeOfDay = (now: Date) => sql`${now.toISOString().slice(11, -1)}::time`

type HiddenDay = { stores: number; leads: number; opened: number }

/** As `readDayFigures` counts them. */
async function countHidden(db: Db, userId: UserId, now: Date): Promise<HiddenDay[]> {
  const { rows } = await sql<HiddenDay>`
    with day as (${figureDays(now)}),
    hidden as materialized (
      select id, found_day, found_at, email from stores where launch_status = 'new'
        and id in (select store_id from hidden_stores where user_id = ${userId}))
    select
      (select count(*) from hidden where found_day = day and found_at <= ends)::int as stores,
      (select count(*) from hidden where found_day = day and found_at <= ends and email is not null)::int as leads,
      (select count(distinct store_id) from store_events join hidden on hidden.id = store_id
        where kind = 'opened' and at >= starts and at <= ends)::int as opened
    from day order by day`.execute(db)
  return rows
}

/** From the index, as the list counts them: PostgreSQL would read each row. */
async function sumDay(ctx: CatalogRequest, day: Day, shown: StoreQuery | null): Promise<Sums> {
  const query = { choices: {}, ...shown, days: { from: day, to: day }, scope: 'new' } as const
  const match = await ctx.storeSearch.find(query)
  const { leads } = await match.sums()
  return { stores: match.total, leads }
}

async function readLatest(ctx: CatalogRequest, shown: StoreQuery | null): Promise<NewestStore[]> {
  const query = { days: null, choices: {}, ...shown, scope: 'new' } as const
  const match = await ctx.storeSearch.find(query)
  return readNewest(ctx, match, NEWEST_STORES)
}

/** And which of the shown stores still exist. */
async function readOwn({ db }: CatalogRequest, { userId }: Viewer, shown: readonly StoreId[]) {
  const { rows } = await sql<{ present: StoreId[]; isFirstRun: boolean }>`
    select array(select id from stores where id = any(${[...shown]}::bigint[])) as present,
      first_run_ended_at is null and not exists (select from saved_searches where user_id = users.id) as "isFirstRun"
    from users where id = ${userId}`.execute(db)
  return rows[0] ?? { present: [], isFirstRun: false }
}

export async function endFirstRun(ctx: CatalogRequest): Promise<Pick<Today, 'isFirstRun'>> {
  const { userId } = requirePaid(ctx)
  await accounts.endFirstRun(ctx, userId)
  return { isFirstRun: false }
}

type Figures = Today['figures']
type Row = Record<keyof Figures, number | null>

/**
 * Of each day up to the time of day of `now`, from indexes alone except for the addresses; without
 * the stores and leads of today. Null: our data does not cover the day, like our first one and
 * those without any store or visit. A trend counts the stores of all days in its window.
 */
async function readDayFigures(db: Db, now: Date): Promise<Figures> {
  const today = dayOf(now)
  const { rows } = await sql<Row>`
    with day as (${figureDays(now)}),
    first as materialized (
      select (select min(found_day) from stores where launch_status = 'new') as found_day,
        (select (min(at) at time zone 'UTC')::date from store_events where kind = 'found') as visit_day),
    found as materialized (
      select found_day, count(*) filter (where found_at <= ends) as stores,
        count(*) filter (where found_at <= ends and email is not null) as leads
      from stores, lateral (select (found_day + ${timeOfDay(now)}) at time zone 'UTC' as ends) as until
      where launch_status = 'new' and found_day >= ${firstFigureDay(today)} and found_day < ${today} group by found_day)
    select
      case when day > first.found_day then found.stores end as stores,
      case when day > first.found_day then found.leads end as leads,
      case when day = ${today} or day >= first.found_day + ${TREND_FORMULA.windowDays}::integer then trending.products end as rising,
      case when day = ${today} or (day > first.visit_day and visited.is_any) then opened.stores end as opened
    from day cross join first left join found on found.found_day = day
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
