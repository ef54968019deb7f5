import { LRUCache } from 'lru-cache'
import type { Day } from '#contracts/dates.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { resetForeignChanges } from './change-feed.ts'
import { coalesced } from './scheduling.ts'
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
  let isAskedForTitles = false
  const recent = createRecent()
  const refresh = coalesced(async () => {
    if (isWorn(state)) state = emptyState()
    if ((await takeIn(db, state)) === 'other database') {
      state = emptyState()
      await takeIn(db, state)
    }
    if (isAskedForTitles) await takeInTitles(db, state.table)
    return { table: state.table, days: state.latestFirst }
  })
  const find = async (query: TrendQuery) => {
    isAskedForTitles ||= query.isInTitle !== null
    const { table, days } = await refresh()
    const match = () => matchTrends(table, days, query)
    return isNarrowed(query) ? match() : recent.of(days, query.days, match)
  }
  return {
    find,
    count: async (days) => (await find({ ...EVERY, days })).total,
    refresh: async () => void (await refresh()),
  }
}

const EVERY: TrendQuery = { days: null, badges: null, isInTitle: null, stores: null }

const emptyState = (): State => ({ table: createTrendTable(), days: new Map(), latestFirst: [], next: 0 })

/** With a million stores a day has more than a hundred thousand rows. */
const DAYS_PER_READ = 2

/** For `other database` see `store-index.ts`. */
async function takeIn(db: Db, state: State): Promise<'whole' | 'other database'> {
  if (state.next === 0) await resetForeignChanges(db)
  const { days, next } = await (state.next === 0 ? findAllDays(db) : findChangedDays(db, state.next))
  if (next < state.next) return 'other database'
  const changed = days.filter(({ day, change_id }) => state.days.get(day)?.changeId !== change_id)
  for (let at = 0; at < changed.length; at += DAYS_PER_READ) {
    const piece = changed.slice(at, at + DAYS_PER_READ).map(({ day }) => day)
    for (const read of await readDays(db, piece)) state.days.set(read.day, state.table.toDay(read))
  }
  // Only after everything was read: a failed reading is repeated.
  state.next = next
  if (changed.length > 0)
    state.latestFirst = [...state.days.values()].toSorted((a, b) => (a.day < b.day ? 1 : -1))
  return 'whole'
}

const TITLES_PER_READ = 5_000

async function takeInTitles(db: Db, table: TrendTable): Promise<void> {
  const missing = [...table.untitled]
  for (let at = 0; at < missing.length; at += TITLES_PER_READ) {
    const piece = missing.slice(at, at + TITLES_PER_READ)
    const keys = piece.map((product) => ({
      storeId: table.storeIdOf(product),
      productId: table.productIdOf(product),
    }))
    const titles = await readTitles(db, keys)
    piece.forEach((product, place) => {
      table.titles[product] = foldText(titles[place] ?? '')
      table.untitled.delete(product)
    })
  }
}

const FEW_PRODUCTS = 50_000

/** Products whose trends were deleted keep their numbers; when there are many, everything is read again. */
function isWorn({ table, latestFirst }: State): boolean {
  if (table.products() < FEW_PRODUCTS) return false
  return table.products() > 2 * latestFirst.reduce((sum, { products }) => sum + products.length, 0)
}

const MAX_ENTRIES = 12

/**
 * The latest matches of one state of the trends for queries by days only: public counters and the first page are requested far more often
 * than trends change.
 */
function createRecent() {
  let of: readonly TrendDay[] = []
  const kept = new LRUCache<string, Promise<TrendMatch>>({ max: MAX_ENTRIES })
  return {
    of(days: readonly TrendDay[], span: DaySpan, match: () => Promise<TrendMatch>): Promise<TrendMatch> {
      if (days !== of) kept.clear()
      of = days
      const key = span ? `${span.from} ${span.to}` : ''
      const found = kept.get(key) ?? match()
      kept.set(key, found)
      return found
    },
  }
}
