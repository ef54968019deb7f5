import { sql } from 'kysely'
import { addDays, type Day } from '#contracts/dates.ts'
import type { Db } from '#server/context.ts'
import { newStores } from '#server/features/stores/new-stores.ts'
import { countTrendingProducts } from '#server/features/trending/trending-products.ts'
import { daysOfWeek } from './digest-week.ts'

const MOST_NAMED = 3

export type Compared = { now: number; before: number }
export type Share = { value: string; stores: number }

export type WeekFigures = {
  stores: Compared
  leads: Compared
  trending: Compared
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
  const sums = (of: 'stores' | 'leads'): Compared => ({
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
  newStores(db, days)
    .select((on) => [
      'found_day as day',
      on.fn.countAll<number>().as('stores'),
      on.fn.count<number>('email').as('leads'),
    ])
    .groupBy('found_day')
    .orderBy('found_day')
    .execute()

async function readShares(db: Db, monday: Day, column: 'category' | 'country'): Promise<Share[]> {
  const rows = await newStores(db, daysOfWeek(monday))
    .where(column, 'is not', null)
    .select((on) => [column, on.fn.countAll<number>().as('stores')])
    .groupBy(column)
    .orderBy('stores', 'desc')
    .orderBy(sql`${sql.ref(column)} collate "C"`)
    .limit(MOST_NAMED)
    .execute()
  return rows.map((row) => ({ value: String(row[column]), stores: row.stores }))
}

/** Whether the week has any stores to report. */
export async function hasStores(db: Db, monday: Day): Promise<boolean> {
  const row = await newStores(db, daysOfWeek(monday)).select('id').limit(1).executeTakeFirst()
  return row !== undefined
}
