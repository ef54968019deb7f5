import { sql } from 'kysely'
import type { Role } from '#contracts/account/auth.ts'
import { addDays, type Day, dayOf, dayStart, HOUR_MS } from '#contracts/dates.ts'
import type { UserId } from '#contracts/ids.ts'
import { rightsOf } from '#server/billing/api.ts'
import {
  type CatalogContext,
  countTrendingProducts,
  selectNewStores,
  selectTrendingProducts,
} from '#server/catalog/api.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { findMatches, readSearches } from '#server/workspace/saved-searches/saved-search-rows.ts'

const MAX_SHARES = 3

export type Comparison = { now: number; before: number }
export type Share = { value: string; stores: number }

export type WeekFigures = {
  stores: Comparison
  leads: Comparison
  trending: Comparison
  /** Null in a week without stores. */
  busiestDay: { day: Day; stores: number } | null
  /** The most frequent ones. */
  categories: Share[]
  countries: Share[]
}

/** The week's public figures beside those of the previous week; they count the same stores as the public counters. */
export async function readWeek(db: Db, monday: Day): Promise<WeekFigures> {
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
  const busiestDay = inWeek.toSorted((a, b) => b.stores - a.stores || (a.day < b.day ? -1 : 1))[0] ?? null
  return {
    stores: sums('stores'),
    leads: sums('leads'),
    trending,
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

/** Whether the week has any stores to report. */
export async function hasStores(db: Db, monday: Day): Promise<boolean> {
  const row = await selectNewStores(db, daysOfWeek(monday)).select('id').limit(1).executeTakeFirst()
  return row !== undefined
}

const MAX_PRODUCTS = 5
/** Of these rows, the same product in several stores counts once. */
const MAX_PRODUCT_ROWS = 60

export type TopProduct = Awaited<ReturnType<typeof readTop>>[number]

/** The highest scores of the week, each product once. */
export async function readTopProducts(db: Db, monday: Day): Promise<TopProduct[]> {
  const byProduct = new Map<number, TopProduct>()
  for (const row of await readTop(db, monday))
    if (!byProduct.has(row.cluster)) byProduct.set(row.cluster, row)
  return [...byProduct.values()].slice(0, MAX_PRODUCTS)
}

function readTop(db: Db, monday: Day) {
  const latest = selectTrendingProducts(db, daysOfWeek(monday))
    .select(['store_id', 'product_id', 'cluster', 'day'])
    .orderBy('store_id')
    .orderBy('product_id')
    .orderBy('day', 'desc')
  return db
    .selectFrom(latest.as('latest'))
    .innerJoin('products', (join) =>
      join
        .onRef('products.store_id', '=', 'latest.store_id')
        .onRef('products.product_id', '=', 'latest.product_id'),
    )
    .innerJoin('trend_scores', (join) =>
      join.onRef('trend_scores.cluster', '=', 'latest.cluster').onRef('trend_scores.day', '=', 'latest.day'),
    )
    .innerJoin('stores', 'stores.id', 'latest.store_id')
    .select(['latest.store_id', 'latest.product_id', 'latest.cluster', 'trend_scores.stores'])
    .select(['products.title', 'stores.name as store'])
    .orderBy('trend_scores.score', 'desc')
    .orderBy('latest.store_id', 'desc')
    .orderBy('latest.product_id', 'desc')
    .limit(MAX_PRODUCT_ROWS)
    .execute()
}

const SENT_AFTER_MS = 7 * HOUR_MS
/** A digest that failed on Monday can still go out on Tuesday; after that it is no news. */
const SENT_WITHIN_MS = 48 * HOUR_MS

/** The Monday of the week whose digest is due now: the week that ended before the last Monday, from 07:00 UTC on. */
export function dueWeek(now: Date): Day | null {
  const monday = addDays(dayOf(now), -((now.getUTCDay() + 6) % 7))
  const sinceDueMs = now.getTime() - dayStart(monday).getTime() - SENT_AFTER_MS
  return sinceDueMs >= 0 && sinceDueMs < SENT_WITHIN_MS ? addDays(monday, -7) : null
}

/** Both ends included. */
export const daysOfWeek = (monday: Day): { from: Day; to: Day } => ({ from: monday, to: addDays(monday, 6) })

const MAX_SEARCHES = 10

export type SearchCount = { id: string; count: number }

/** The matches of each saved search in the week; empty for a plan without searches. */
export async function countSearchMatches(
  ctx: Pick<CatalogContext, 'db' | 'storeSearch'>,
  { userId, role, week }: { userId: UserId; role: Role; week: Day },
): Promise<SearchCount[]> {
  if (!rightsOf(role).hasResearch) return []
  const counts: SearchCount[] = []
  for (const search of (await readSearches(ctx.db, userId)).slice(0, MAX_SEARCHES)) {
    const match = await findMatches(ctx, search, { days: daysOfWeek(week) })
    if (match) counts.push({ id: search.id, count: match.total })
  }
  return counts
}
