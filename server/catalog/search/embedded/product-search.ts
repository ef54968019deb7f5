import { LRUCache } from 'lru-cache'
import type { Day } from '#contracts/dates.ts'
import type { ClusterId } from '#contracts/ids.ts'
import {
  type FeedState,
  groupChanges,
  readIndexChanges,
  readFeedState,
} from '#server/catalog/search/change-feed.ts'
import { coalesce } from '#server/platform/async-cache.ts'
import {
  type DaySpan,
  EVERYTHING,
  type ProductSearch,
  type TrendMatch,
} from '#server/catalog/search/search.ts'
import { createTitleTest, foldText } from '#server/catalog/search/text-folding.ts'
import {
  findTrendDays,
  readClusterDays,
  readDays,
  readTitles,
} from '#server/catalog/search/trend-rows.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { inBatches } from './scheduling.ts'
import type { EmbeddedStoreSearch } from './store-search.ts'
import {
  isNarrowed,
  matchTrends,
  narrowTrends,
  type TrendHits,
  type TrendOrder,
  type TrendTests,
} from './trend-match.ts'
import { createTrendTable, type TrendDay, type TrendTable, withoutRepeats } from './trend-table.ts'

type State = {
  table: TrendTable
  days: Map<Day, TrendDay>
  /** The current days, the latest first; replaced when a day changes. */
  latestFirst: readonly TrendDay[]
  position: number
  hasTitles: boolean
}

/**
 * Counts, filters and sorts the clusters that were trending on some dates, each once, over a year
 * in milliseconds. Loaded on the first query; the titles on the first query that needs them.
 */
export function createProductSearch({
  db,
  stores,
  readFeed,
}: {
  db: Db
  stores: EmbeddedStoreSearch
  readFeed: () => Promise<FeedState>
}): ProductSearch {
  let state: State | undefined
  let needsTitles = false
  const matches = createMatchCache()
  const update = coalesce(async () => {
    if (state && (isFragmented(state) || (await applyChanges(db, state)) === 'reload'))
      state = undefined
    state ??= await loadState(db)
    if (needsTitles) await loadTitles(db, state)
    return snapshotOf(state)
  })
  const refresh = async () => {
    const { head } = await readFeed()
    const isCurrent = state?.position === head && (state.hasTitles || !needsTitles)
    return state && isCurrent ? snapshotOf(state) : update()
  }
  return {
    async find(query) {
      const isInTitle = createTitleTest(query.title)
      needsTitles ||= isInTitle !== null
      const matcher = query.stores && (await stores.matcher(query.stores))
      const { table, days } = await refresh()
      const tests: TrendTests = { badges: query.badges, isInTitle, stores: matcher }
      const all = await matches.of(table, days, query.days)
      const hits = isNarrowed(tests) ? await narrowTrends(table, all, tests) : all
      const page: TrendMatch['page'] = async (sortBy, range) =>
        hits.page(sortBy === 'foundAt' ? await byTimeFound(stores) : { sortBy }, range)
      return {
        total: hits.total,
        // Every question waits for all committed changes.
        asOf: null,
        page,
        first: (sortBy, limit) =>
          inBatches(Math.min(limit, hits.total), (range) => page(sortBy, range)),
      }
    },
  }
}

const snapshotOf = ({ table, latestFirst: days }: State) => ({ table, days })

async function byTimeFound(stores: EmbeddedStoreSearch): Promise<TrendOrder> {
  const { foundAtOf } = await stores.matcher(EVERYTHING)
  return { sortBy: 'foundAt', foundAtOf }
}

/** With a million stores a day has more than a hundred thousand rows. */
const DAYS_PER_READ = 2

async function loadState(db: Db): Promise<State> {
  // Before the days: changes made while they are read are then read again.
  const { head: position } = await readFeedState(db)
  const table = createTrendTable()
  const state: State = { table, days: new Map(), latestFirst: [], position, hasTitles: false }
  const days = await findTrendDays(db)
  for (let at = 0; at < days.length; at += DAYS_PER_READ)
    for (const read of await readDays(db, days.slice(at, at + DAYS_PER_READ)))
      state.days.set(read.day, await table.toDay(read))
  noteChange(state)
  return state
}

const CHANGES_PER_READ = 1_000

/** For `reload` see `store-search.ts`. */
async function applyChanges(db: Db, state: State): Promise<'applied' | 'reload'> {
  const { head, prunedTo } = await readFeedState(db)
  if (state.position < prunedTo || state.position > head) return 'reload'
  const changed = new Map<Day, Set<ClusterId>>()
  let { position } = state
  while (position < head) {
    const changes = await readIndexChanges(db, position, CHANGES_PER_READ)
    groupChanges(changes, changed)
    position = changes.at(-1)?.seq ?? head
  }
  await replaceChanged(db, state, changed)
  // Only after everything was read: a failed reading is repeated.
  state.position = position
  return 'applied'
}

const CLUSTERS_PER_READ = 5_000

/**
 * Reads the changed clusters only: with a million stores a day has a hundred thousand rows, of
 * which some change every few seconds.
 */
async function replaceChanged(
  db: Db,
  state: State,
  changed: ReadonlyMap<Day, ReadonlySet<ClusterId>>,
): Promise<void> {
  const all = [...changed].flatMap(([day, clusters]) =>
    [...clusters].map((cluster) => ({ day, cluster })),
  )
  for (let at = 0; at < all.length; at += CLUSTERS_PER_READ) {
    const part = all.slice(at, at + CLUSTERS_PER_READ)
    const byDay = Map.groupBy(part, ({ day }) => day)
    for (const read of await readClusterDays(db, part)) {
      const ids = (byDay.get(read.day) ?? []).map(({ cluster }) => cluster)
      state.days.set(read.day, await state.table.replace(state.days.get(read.day), ids, read))
    }
  }
  if (all.length > 0) noteChange(state)
}

function noteChange(state: State): void {
  state.hasTitles = false
  state.latestFirst = [...state.days.values()].toSorted((a, b) => (a.day < b.day ? 1 : -1))
}

const TITLES_PER_READ = 5_000

async function loadTitles(db: Db, state: State): Promise<void> {
  const { table } = state
  const missing = table.untitled()
  for (let at = 0; at < missing.length; at += TITLES_PER_READ) {
    const batch = missing.slice(at, at + TITLES_PER_READ)
    const keys = batch.map((product) => ({
      storeId: table.storeIdOf(product),
      productId: table.productIdOf(product),
    }))
    const titles = await readTitles(db, keys)
    batch.forEach((product, place) => {
      table.setTitle(product, foldText(titles[place] ?? ''))
    })
  }
  state.hasTitles = true
}

const MIN_PRODUCTS = 50_000

/**
 * Products whose trends were deleted keep their numbers; when there are many, everything is read
 * again.
 */
function isFragmented({ table, latestFirst }: State): boolean {
  if (table.products() < MIN_PRODUCTS) return false
  return table.products() > 2 * latestFirst.reduce((sum, { products }) => sum + products.length, 0)
}

const MAX_ENTRIES = 12

/**
 * The latest matches of one state of the trends for queries by days only: public counters and the
 * first page are requested far more often than trends change.
 */
function createMatchCache() {
  let cachedDays: readonly TrendDay[] = []
  let singles: Promise<readonly TrendDay[]> | undefined
  const cache = new LRUCache<string, Promise<TrendHits>>({ max: MAX_ENTRIES })
  const match = async (table: TrendTable, days: readonly TrendDay[], span: DaySpan) => {
    const reachesLatest = !span || span.to >= (days[0]?.day ?? '')
    const isOneDay = span && span.from === span.to
    const searched =
      reachesLatest && !isOneDay ? await (singles ??= withoutRepeats(table, days)) : days
    return matchTrends(table, searched, span)
  }
  return {
    of(table: TrendTable, days: readonly TrendDay[], span: DaySpan): Promise<TrendHits> {
      if (days !== cachedDays) {
        cache.clear()
        singles = undefined
      }
      cachedDays = days
      const key = span ? `${span.from} ${span.to}` : ''
      const found = cache.get(key) ?? match(table, days, span)
      cache.set(key, found)
      return found
    },
  }
}
