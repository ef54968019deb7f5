import { sql } from 'kysely'
import type { Role } from '#contracts/accounts/auth.ts'
import {
  addDays,
  type Day,
  dayOf,
  dayStart,
  HOUR_MS,
  MINUTE_MS,
  mondayOf,
} from '#contracts/dates.ts'
import type { StoreId, UserId } from '#contracts/ids.ts'
import { rightsOf } from '#contracts/billing/plan-rights.ts'
import {
  type CatalogContext,
  countTrendingProducts,
  selectNewStores,
  selectTrendingProducts,
} from '#server/catalog/api.ts'
import type { AppContext } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { findMatches, readSearches } from '#server/workspace/saved-searches/saved-search-rows.ts'

const MAX_SHARES = 3

export type Comparison = { now: number; before: number }
export type Share = { value: string; stores: number }

export type WeekFigures = Awaited<ReturnType<typeof readFigures>>

type Deps = Pick<AppContext, 'config' | 'db' | 'now'>

const SHARED_FOR_MS = 10 * MINUTE_MS

/**
 * The same in every mail of a run, and they need all stores and trends of the week: read again only
 * after some minutes. Kept by `config`, because each mail is composed in its own transaction, with
 * its own `db`.
 */
function shareAmongMails<Figures>(read: (db: Db, monday: Day) => Promise<Figures>) {
  const latest = new WeakMap<
    AppContext['config'],
    { monday: Day; figures: Figures; atMs: number }
  >()
  return async ({ config, db, now }: Deps, monday: Day): Promise<Figures> => {
    const [known, atMs] = [latest.get(config), now().getTime()]
    if (known?.monday === monday && Math.abs(atMs - known.atMs) < SHARED_FOR_MS)
      return known.figures
    const figures = await read(db, monday)
    latest.set(config, { monday, figures, atMs })
    return figures
  }
}

/** Beside those of the previous week; they count the same stores as the public counters. */
export const readWeek = shareAmongMails(readFigures)

async function readFigures(db: Db, monday: Day) {
  const [week, before] = [daysOfWeek(monday), daysOfWeek(addDays(monday, -7))]
  const days = await readDays(db, { from: before.from, to: week.to })
  const inWeek = days.filter(({ day }) => day >= monday)
  const sums = (of: 'stores' | 'leads'): Comparison => ({
    now: sum(inWeek, of),
    before: sum(days, of) - sum(inWeek, of),
  })
  const trending = {
    now: await countTrendingProducts(db, week),
    before: await countTrendingProducts(db, before),
  }
  const busiestDay =
    inWeek.toSorted((a, b) => b.stores - a.stores || (a.day < b.day ? -1 : 1))[0] ?? null
  return {
    stores: sums('stores'),
    leads: sums('leads'),
    trending,
    // Null in a week without stores.
    busiestDay: busiestDay && { day: busiestDay.day, stores: busiestDay.stores },
    categories: await readShares(db, monday, 'category'),
    countries: await readShares(db, monday, 'country'),
  }
}

type DayFigures = { day: Day; stores: number; leads: number }

const sum = (days: readonly DayFigures[], of: 'stores' | 'leads'): number =>
  days.reduce((total, figures) => total + figures[of], 0)

const readDays = (db: Db, days: { from: Day; to: Day }): Promise<DayFigures[]> =>
  selectNewStores(db, days)
    .select((on) => [
      'found_day as day',
      on.fn.countAll<number>().as('stores'),
      on.fn.count<number>('email').as('leads'),
    ])
    .groupBy('found_day')
    .orderBy('found_day')
    .execute()

async function readShares(db: Db, monday: Day, column: 'category' | 'country'): Promise<Share[]> {
  const rows = await selectNewStores(db, daysOfWeek(monday))
    .where(column, 'is not', null)
    .select((on) => [column, on.fn.countAll<number>().as('stores')])
    .groupBy(column)
    .orderBy('stores', 'desc')
    .orderBy(sql`${sql.ref(column)} collate "C"`)
    .limit(MAX_SHARES)
    .execute()
  return rows.map((row) => ({ value: String(row[column]), stores: row.stores }))
}

export async function hasStores(db: Db, monday: Day): Promise<boolean> {
  const row = await selectNewStores(db, daysOfWeek(monday)).select('id').limit(1).executeTakeFirst()
  return row !== undefined
}

const MAX_PRODUCTS = 5

type TopListing = { store_id: StoreId; product_id: number; stores: number }
export type TopProduct = TopListing & { title: string; store: string }

/**
 * The highest scores of the week, each product once. Their names are read for each mail: an erased
 * store is not named again.
 */
export async function readTopProducts(ctx: Deps, monday: Day): Promise<TopProduct[]> {
  const listings = await readTopListings(ctx, monday)
  const { rows } = await sql<TopProduct>`
    select store_id, product_id, top.stores, products.title, stores.name as store
    from unnest(${listings.map((one) => one.store_id)}::bigint[], ${listings.map((one) => one.product_id)}::bigint[],
      ${listings.map((one) => one.stores)}::integer[]) with ordinality as top (store_id, product_id, stores, place)
    join products using (store_id, product_id) join stores on stores.id = store_id
    order by place`.execute(ctx.db)
  return rows
}

const readTopListings = shareAmongMails((db, monday): Promise<TopListing[]> =>
  db
    .selectFrom(selectTrendingProducts(db, daysOfWeek(monday)).as('latest'))
    .innerJoin('trend_scores', (join) =>
      join
        .onRef('trend_scores.cluster', '=', 'latest.cluster')
        .onRef('trend_scores.day', '=', 'latest.day'),
    )
    .select(['latest.store_id', 'latest.product_id', 'trend_scores.stores'])
    .orderBy('trend_scores.score', 'desc')
    .orderBy('latest.store_id', 'desc')
    .orderBy('latest.product_id', 'desc')
    .limit(MAX_PRODUCTS)
    .execute(),
)

const SENT_AFTER_MS = 7 * HOUR_MS
/** A digest that failed on Monday can still go out on Tuesday; after that it is no news. */
const SENT_WITHIN_MS = 48 * HOUR_MS

/**
 * The Monday of the week whose digest is due now: the week that ended before the last Monday, from
 * 07:00 UTC on.
 */
export function dueWeek(now: Date): Day | null {
  const monday = mondayOf(dayOf(now))
  const sinceDueMs = now.getTime() - dayStart(monday).getTime() - SENT_AFTER_MS
  return sinceDueMs >= 0 && sinceDueMs < SENT_WITHIN_MS ? addDays(monday, -7) : null
}

/** Both ends included. */
export const daysOfWeek = (monday: Day): { from: Day; to: Day } => ({
  from: monday,
  to: addDays(monday, 6),
})

const MAX_SEARCHES = 10

export type SearchCount = { id: string; count: number }

/** Empty for a plan without searches. */
export async function countSearchMatches(
  ctx: Pick<CatalogContext, 'db' | 'now' | 'storeSearch'>,
  { userId, role, week }: { userId: UserId; role: Role; week: Day },
): Promise<SearchCount[]> {
  if (!rightsOf(role).hasResearch) return []
  const counts: SearchCount[] = []
  for (const search of (await readSearches(ctx.db, userId)).slice(0, MAX_SEARCHES)) {
    const match = await findMatches(ctx, search, { days: daysOfWeek(week), isNews: true })
    if (match) counts.push({ id: search.id, count: match.total })
  }
  return counts
}
