import { LRUCache } from 'lru-cache'
import type { Day } from '#contracts/dates.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { resetForeignChanges } from './change-feed.ts'
import { coalesce } from './scheduling.ts'
import { foldText } from './text-folding.ts'
import { findAllDays, findChangedDays, readDays, readTitles } from './trend-feed.ts'
import { isNarrowed, matchTrends, type TrendMatch, type TrendQuery } from './trend-match.ts'
import { createTrendTable, type TrendDay, type TrendTable } from './trend-table.ts'

/**
 * The trends of all days in memory, beside `StoreIndex`: counts, filters and sorts the products that were trending on some dates, each
 * once, over a year in milliseconds. Every query first includes all committed changes.
 */
export type TrendIndex = {
  find: (query: TrendQuery) => Promise<TrendMatch>
  /** Products that were trending on one of the days; null = all days. */
  count: (days: DaySpan) => Promise<number>
  /** Includes all committed changes. */
  refresh: () => Promise<void>
}

export type DaySpan = { from: Day; to: Day } | null

type State = {
  table: TrendTable
  days: Map<Day, TrendDay>
  /** The current days, the latest first; replaced when a day changes. */
  latestFirst: readonly TrendDay[]
  /** Where reading changes resumes. */
  next: number
}

/** Loaded on the first query; the titles on the first query that needs them. */
export function createTrendIndex({ db }: { db: Db }): TrendIndex {
  let state = emptyState()
  let needsTitles = false
  const matches = createMatchCache()
  const refresh = coalesce(async () => {
    if (isFragmented(state)) state = emptyState()
    if ((await applyChanges(db, state)) === 'database replaced') {
      state = emptyState()
      await applyChanges(db, state)
    }
    if (needsTitles) await loadTitles(db, state.table)
    return { table: state.table, days: state.latestFirst }
  })
  const find = async (query: TrendQuery) => {
    needsTitles ||= query.isInTitle !== null
    const { table, days } = await refresh()
    const match = () => matchTrends(table, days, query)
    return isNarrowed(query) ? match() : matches.of(days, query.days, match)
  }
  return {
    find,
    count: async (days) => (await find({ ...EVERY_TREND, days })).total,
    refresh: async () => void (await refresh()),
  }
}

const EVERY_TREND: TrendQuery = { days: null, badges: null, isInTitle: null, stores: null }

const emptyState = (): State => ({ table: createTrendTable(), days: new Map(), latestFirst: [], next: 0 })

/** With a million stores a day has more than a hundred thousand rows. */
const DAYS_PER_READ = 2

/** For `database replaced` see `store-index.ts`. */
async function applyChanges(db: Db, state: State): Promise<'applied' | 'database replaced'> {
  if (state.next === 0) await resetForeignChanges(db)
  const { days, next } = await (state.next === 0 ? findAllDays(db) : findChangedDays(db, state.next))
  if (next < state.next) return 'database replaced'
  const changed = days.filter(({ day, change_id }) => state.days.get(day)?.changeId !== change_id)
  for (let at = 0; at < changed.length; at += DAYS_PER_READ) {
    const batch = changed.slice(at, at + DAYS_PER_READ).map(({ day }) => day)
    for (const read of await readDays(db, batch)) state.days.set(read.day, state.table.toDay(read))
  }
  // Only after everything was read: a failed reading is repeated.
  state.next = next
  if (changed.length > 0)
    state.latestFirst = [...state.days.values()].toSorted((a, b) => (a.day < b.day ? 1 : -1))
  return 'applied'
}

const TITLES_PER_READ = 5_000

async function loadTitles(db: Db, table: TrendTable): Promise<void> {
  const missing = [...table.untitled]
  for (let at = 0; at < missing.length; at += TITLES_PER_READ) {
    const batch = missing.slice(at, at + TITLES_PER_READ)
    const keys = batch.map((product) => ({
      storeId: table.storeIdOf(product),
      productId: table.productIdOf(product),
    }))
    const titles = await readTitles(db, keys)
    batch.forEach((product, place) => {
      table.titles[product] = foldText(titles[place] ?? '')
      table.untitled.delete(product)
    })
  }
}

const MIN_PRODUCTS = 50_000

/** Products whose trends were deleted keep their numbers; when there are many, everything is read again. */
function isFragmented({ table, latestFirst }: State): boolean {
  if (table.products() < MIN_PRODUCTS) return false
  return table.products() > 2 * latestFirst.reduce((sum, { products }) => sum + products.length, 0)
}

const MAX_ENTRIES = 12

/**
 * The latest matches of one state of the trends for queries by days only: public counters and the first page are requested far more often
 * than trends change.
 */
function createMatchCache() {
  let cachedDays: readonly TrendDay[] = []
  const cache = new LRUCache<string, Promise<TrendMatch>>({ max: MAX_ENTRIES })
  return {
    of(days: readonly TrendDay[], span: DaySpan, match: () => Promise<TrendMatch>): Promise<TrendMatch> {
      if (days !== cachedDays) cache.clear()
      cachedDays = days
      const key = span ? `${span.from} ${span.to}` : ''
      const found = cache.get(key) ?? match()
      cache.set(key, found)
      return found
    },
  }
}
