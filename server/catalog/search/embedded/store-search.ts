import { LRUCache } from 'lru-cache'
import { readChanges, readFeedState } from '#server/catalog/search/change-feed.ts'
import { coalesce } from '#server/catalog/search/coalesce.ts'
import type { StoreMatch, StoreQuery, StoreSearch } from '#server/catalog/search/search.ts'
import { readAllStores, readStores } from '#server/catalog/search/store-rows.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { createYielder } from './scheduling.ts'
import { type CachedMatch, matchAll, narrowMatch } from './store-match.ts'
import { createStoreMatcher, type StoreMatcher, type TableSnapshot } from './store-scan.ts'
import { createStoreTable, type StoreTable } from './store-table.ts'

/**
 * All stores in memory, by columns: a filter over a million of them takes milliseconds where the database would read for seconds. Every
 * question first includes all committed changes, so that lists, counts, facets and exports cover the same stores.
 */
export type EmbeddedStoreSearch = StoreSearch & {
  /** For queries about a few stores: each is tested on demand. */
  matcher: (query: StoreQuery) => Promise<StoreMatcher>
}

/** `position` = the number of the latest change that the table includes. */
type State = { table: StoreTable; version: number; position: number }

/** Loaded on the first query. */
export function createStoreSearch({ db }: { db: Db }): EmbeddedStoreSearch {
  let state: Promise<State> | undefined
  let rebuild: Promise<void> | undefined
  const load = () => {
    state ??= loadState(db).catch((error: unknown) => {
      state = undefined
      throw error
    })
    return state
  }
  /** Queries only skip ended rows; when there are many, a new table is loaded beside the old one. */
  const rebuildIfFragmented = ({ table }: State) => {
    if (rebuild || !isFragmented(table)) return
    rebuild = loadState(db)
      .then((fresh) => void (state = Promise.resolve(fresh)))
      // The old one still serves; the next query tries again.
      .catch(() => {})
      .finally(() => (rebuild = undefined))
  }
  const refresh = coalesce(async () => {
    let current = await load()
    if ((await applyChanges(db, current)) === 'reload') {
      state = undefined
      current = await load()
    }
    rebuildIfFragmented(current)
    // Both from one moment: earlier queries do not see later changes.
    return { table: current.table, version: current.version, position: current.position }
  })
  const matches = createMatchCache()
  const match = async ({ position, ...snapshot }: State, query: StoreQuery): Promise<StoreMatch> => {
    const { days, scope, visibleAfter } = query
    const unfiltered = { days, scope, visibleAfter, choices: {} }
    const all = await matches.of(snapshot, unfiltered, (earlier) => matchAll(snapshot, unfiltered, earlier))
    if (isUnfiltered(query)) return { ...all.match, position }
    const found = await matches.of(snapshot, query, (earlier) => narrowMatch(all, query, earlier))
    return { ...found.match, position }
  }
  const matcher = async (query: StoreQuery) => createStoreMatcher(await refresh(), query)
  return {
    find: async (query) => match(await refresh(), query),
    matcher,
    async evaluate(query, ids) {
      const { has } = await matcher(query)
      return new Set(ids.filter(has))
    },
    changeToken: async () => String((await refresh()).version),
  }
}

const isUnfiltered = ({ choices, savedStoreIds, since }: StoreQuery): boolean =>
  Object.keys(choices).length === 0 && !savedStoreIds && !since

/** Version numbers continue over all tables, so that one number never means two states. */
let lastVersion = 0

async function loadState(db: Db): Promise<State> {
  const table = createStoreTable()
  const version = ++lastVersion
  // Before the stores: changes made while they are read are then read again.
  const { head: position } = await readFeedState(db)
  const yieldIfDue = createYielder()
  for await (const stores of readAllStores(db))
    for (const store of stores) {
      table.put(store, version)
      const pause = yieldIfDue()
      // An await without a pause, a million times, would cost more than the pauses.
      if (pause) await pause
    }
  return { table, version, position }
}

const CHANGES_PER_READ = 5_000

/**
 * Applies the changes as one version: rows of an aborted attempt stay invisible until the next attempt is complete. The table cannot follow
 * when the changes that it needs were deleted, and when the feed ends before its position, because the database was replaced by an older
 * copy.
 */
async function applyChanges(db: Db, state: State): Promise<'applied' | 'reload'> {
  const { head, prunedTo } = await readFeedState(db)
  if (state.position < prunedTo || state.position > head) return 'reload'
  let { version, position } = state
  const begin = () => (version === state.version ? (version = ++lastVersion) : version)
  while (position < head) {
    const changes = await readChanges(db, position, CHANGES_PER_READ)
    const ids = [...new Set(changes.flatMap((change) => (change.kind === 'store' ? change.storeId : [])))]
    if (ids.length > 0) await readAgain(db, state.table, ids, begin())
    position = changes.at(-1)?.seq ?? head
  }
  state.version = version
  state.position = position
  return 'applied'
}

async function readAgain(db: Db, table: StoreTable, ids: number[], version: number): Promise<void> {
  const missing = new Set(ids)
  for (const store of await readStores(db, ids)) {
    table.put(store, version)
    missing.delete(store.id)
  }
  for (const id of missing) table.remove(id, version)
}

const MIN_ENDED_ROWS = 50_000

const isFragmented = (table: StoreTable): boolean =>
  table.dead() > MIN_ENDED_ROWS && table.dead() > (table.rows() - table.dead()) / 2

const MAX_ENTRIES = 12

/**
 * Caches the latest matches: the list, its counts and its next page need the same stores within seconds, and today's list is requested all
 * the time. When stores changed meanwhile, `find` can continue from the earlier match. Queries for an account's saved stores are not
 * cached.
 */
function createMatchCache() {
  const cache = new LRUCache<string, TableSnapshot & { match: Promise<CachedMatch> }>({ max: MAX_ENTRIES })
  return {
    of(
      { table, version }: TableSnapshot,
      query: StoreQuery,
      find: (earlier: CachedMatch | null) => Promise<CachedMatch>,
    ): Promise<CachedMatch> {
      if (query.savedStoreIds) return find(null)
      const key = JSON.stringify(query)
      const cached = cache.get(key)
      if (cached && cached.version > version) return find(null)
      const match =
        cached?.version === version
          ? cached.match
          : (cached?.match ?? Promise.resolve(null)).catch(() => null).then(find)
      cache.set(key, { table, version, match })
      match.catch(() => cache.delete(key))
      return match
    },
  }
}
