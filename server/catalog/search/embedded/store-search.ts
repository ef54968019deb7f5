import type { StoreId } from '#contracts/ids.ts'
import { LRUCache } from 'lru-cache'
import {
  type FeedState,
  groupChanges,
  readIndexChanges,
  readFeedState,
} from '#server/catalog/search/change-feed.ts'
import { coalesce } from '#server/platform/async-cache.ts'
import type { StoreMatch, StoreQuery, StoreSearch } from '#server/catalog/search/search.ts'
import { countStores, readAllStores, readStores } from '#server/catalog/search/store-rows.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { keyOf, plainQuery } from './base-query.ts'
import { compactTable } from './compact-table.ts'
import { withRoom } from './columns/growable-arrays.ts'
import { createYielder } from './scheduling.ts'
import { type CachedMatch, createMatch, openMatch } from './store-match.ts'
import {
  createStoreTest,
  matcherOf,
  readScores,
  type StoreMatcher,
  type TableSnapshot,
} from './store-scan.ts'
import { createStoreTable, type StoreTable } from './store-table.ts'
import { createTallies } from './tallies.ts'

/**
 * All stores in memory, by columns: a filter over a million takes milliseconds instead of seconds.
 * Every question first includes all committed changes, so that lists, counts, facets and exports
 * agree.
 */
export type EmbeddedStoreSearch = StoreSearch & {
  /** For questions about many single stores. */
  matcher: (query: StoreQuery) => Promise<StoreMatcher>
}

/** `position`: the latest change that the table includes. */
type State = { table: StoreTable; version: number; position: number }

/** Each change of a store ends a row. */
const MIN_ENDED_ROWS = 5_000

/**
 * Loaded on the first query. `readFeed` is shared with the trends: most questions find that nothing
 * changed, and both indexes learn it from one query. `minEndedRows`: with fewer a table is not
 * compacted.
 */
export function createStoreSearch(
  {
    db,
    readFeed = coalesce(() => readFeedState(db)),
  }: { db: Db; readFeed?: (sinceMs?: number) => Promise<FeedState> },
  { minEndedRows = MIN_ENDED_ROWS } = {},
): EmbeddedStoreSearch {
  let state: Promise<State> | undefined
  let compaction: Promise<void> | undefined
  const matches = createMatches()
  const load = () => {
    state ??= loadState(db).catch((error: unknown) => {
      state = undefined
      throw error
    })
    return state
  }
  /**
   * Queries only skip ended rows; when there are many, the others are copied to a new table while
   * the old one serves.
   */
  const compactIfFragmented = ({ table, version, position }: State) => {
    if (compaction || table.dead() <= Math.max(minEndedRows, MAX_ENDED_SHARE * table.rows())) return
    const before = state
    compaction = compactTable({ table, version })
      .then((compacted) => {
        if (state !== before) return
        // Later changes follow with the next query, as after loading. Cached matches would keep the
        // old table in memory.
        state = Promise.resolve({ table: compacted, version, position })
        matches.clear()
      })
      // The next query tries again.
      .catch(() => {})
      .finally(() => (compaction = undefined))
  }
  const update = coalesce(async () => {
    let current = await load()
    if ((await applyChanges(db, current)) === 'reload') {
      state = undefined
      matches.clear()
      current = await load()
    }
    compactIfFragmented(current)
    return snapshotOf(current)
  })
  const refresh = async (sinceMs?: number): Promise<State> => {
    const { head } = await readFeed(sinceMs)
    const current = await state
    return current?.position === head ? snapshotOf(current) : update()
  }
  return {
    find: async (query, { sinceMs } = {}) => matches.find(await refresh(sinceMs), query),
    matcher: async (query) => matches.matcher(await refresh(), query),
    async evaluate(query, ids) {
      const has = await createStoreTest(await refresh(), query)
      return new Set(ids.filter(has))
    },
    scores: async (scoring, ids) => readScores(await refresh(), scoring, ids),
    changeToken: async () => String((await refresh()).version),
  }
}

/** All from one moment: earlier queries do not see later changes. */
const snapshotOf = ({ table, version, position }: State): State => ({ table, version, position })

const MAX_ENDED_SHARE = 0.15

/** Few enough that parsing them does not block the process for long. */
const STORES_PER_READ = 2_000

/** Version numbers continue over all tables, so that one number never means two states. */
let lastVersion = 0

async function loadState(db: Db): Promise<State> {
  const table = createStoreTable(withRoom(await countStores(db)))
  const version = ++lastVersion
  // Before the stores: changes made while they are read are then read again.
  const { head: position } = await readFeedState(db)
  const yieldIfDue = createYielder()
  for await (const stores of readAllStores(db, 0, STORES_PER_READ))
    for (const store of stores) {
      table.put(store, version)
      const pause = yieldIfDue()
      // An await without a pause, a million times, would cost more than the pauses.
      if (pause) await pause
    }
  return { table, version, position }
}

const CHANGES_PER_READ = 2_000

/**
 * As one version: rows of an aborted attempt stay invisible until the next one is complete.
 * `reload`: the changes that it needs were deleted, or the feed ends before its position, because
 * an older copy replaced the database.
 */
async function applyChanges(db: Db, state: State): Promise<'applied' | 'reload'> {
  const { head, prunedTo } = await readFeedState(db)
  if (state.position < prunedTo || state.position > head) return 'reload'
  let { version, position } = state
  const begin = () => (version === state.version ? (version = ++lastVersion) : version)
  while (position < head) {
    const changes = await readIndexChanges(db, position, CHANGES_PER_READ)
    const { stores: ids } = groupChanges(changes)
    if (ids.length > 0) await readAgain(db, state.table, ids, begin())
    position = changes.at(-1)?.seq ?? head
  }
  state.version = version
  state.position = position
  return 'applied'
}

async function readAgain(
  db: Db,
  table: StoreTable,
  ids: StoreId[],
  version: number,
): Promise<void> {
  const missing = new Set(ids)
  const yieldIfDue = createYielder()
  for (const store of await readStores(db, ids)) {
    table.put(store, version)
    missing.delete(store.id)
    const pause = yieldIfDue()
    if (pause) await pause
  }
  for (const id of missing) table.remove(id, version)
}

/** Some four hundred lists at a million stores. */
const MAX_MATCHES_BYTES = 64 * 1024 ** 2
/** Of a match besides its rows: the first ones in some orders. */
const MATCH_BYTES = 16 * 1024

/**
 * The list, its counts and its next page need the same stores within seconds, and today's list all
 * the time. When stores changed, a match continues from the earlier one. An account's marks are
 * part of the question by their revision.
 */
function createMatches() {
  const cache = new LRUCache<string, TableSnapshot & { match: Promise<CachedMatch> }>({
    maxSize: MAX_MATCHES_BYTES,
  })
  const tallies = createTallies()
  const find = (snapshot: TableSnapshot, query: StoreQuery): Promise<CachedMatch> => {
    const { table, version } = snapshot
    const key = keyOf(query)
    const cached = cache.get(key)
    const create = (earlier: CachedMatch | null) =>
      createMatch(snapshot, query, { earlier, find: (other) => find(snapshot, other) })
    if (cached && cached.version > version) return create(null)
    const match =
      cached?.version === version
        ? cached.match
        : (cached?.match ?? Promise.resolve(null)).catch(() => null).then(create)
    if (match === cached?.match) return match
    const entry = { table, version, match }
    cache.set(key, entry, { size: MATCH_BYTES })
    void match.then(
      ({ scan: { rows } }) =>
        cache.peek(key) === entry &&
        cache.set(key, entry, { size: MATCH_BYTES + rows.words.byteLength }),
      () => cache.peek(key) === entry && cache.delete(key),
    )
    return match
  }
  return {
    async find(snapshot: TableSnapshot, query: StoreQuery): Promise<StoreMatch> {
      const own = (other: StoreQuery) => find(snapshot, other)
      return openMatch(await own(plainQuery(query)), query, { find: own, tallies })
    },
    async matcher(snapshot: TableSnapshot, query: StoreQuery): Promise<StoreMatcher> {
      return matcherOf((await find(snapshot, plainQuery(query))).scan)
    },
    clear() {
      cache.clear()
      tallies.clear()
    },
  }
}
