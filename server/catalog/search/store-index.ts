import { LRUCache } from 'lru-cache'
import type { Db } from '#server/platform/db/schema.ts'
import { readAllStores, readChangedStores, readChanges, resetForeignChanges } from './change-feed.ts'
import { coalesce } from './scheduling.ts'
import { type CachedMatch, matchAll, narrowMatch, type StoreDay, type StoreMatch } from './store-match.ts'
import { createStoreMatcher, type TableSnapshot, type StoreMatcher, type StoreQuery } from './store-scan.ts'
import { createStoreTable, type StoreTable } from './store-table.ts'

/**
 * All stores in memory, by columns: a filter over a million of them takes milliseconds where the database would read for seconds. It
 * answers which stores, in which order and how many; their details are read from the database by number. Every query first includes all
 * committed changes, so that lists, counts, facets and exports cover the same stores.
 */
export type StoreIndex = {
  find: (query: StoreQuery) => Promise<StoreMatch>
  /** For queries about a few stores: each is tested on demand. */
  matcher: (query: StoreQuery) => Promise<StoreMatcher>
  /** Newly launched stores and merchant leads per found day, which the public counters add up. */
  newStoreDays: () => Promise<readonly StoreDay[]>
  /** Includes all committed changes. @returns a number that differs after any change */
  refresh: () => Promise<number>
}

/** `next` = where reading changes resumes. */
type State = { table: StoreTable; version: number; next: number }

/** Loaded on the first query. */
export function createStoreIndex({ db }: { db: Db }): StoreIndex {
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
    if ((await applyChanges(db, current)) === 'database replaced') {
      state = undefined
      current = await load()
    }
    rebuildIfFragmented(current)
    // Both from one moment: earlier queries do not see later changes.
    return { table: current.table, version: current.version }
  })
  const matches = createMatchCache()
  const match = async (snapshot: TableSnapshot, query: StoreQuery): Promise<StoreMatch> => {
    const { days, scope, visibleAfter } = query
    const unfiltered = { days, scope, visibleAfter, choices: {} }
    const all = await matches.of(snapshot, unfiltered, (earlier) => matchAll(snapshot, unfiltered, earlier))
    if (isUnfiltered(query)) return all.match
    const found = await matches.of(snapshot, query, (earlier) => narrowMatch(all, query, earlier))
    return found.match
  }
  let days: { version: number; days: Promise<readonly StoreDay[]> } | undefined
  return {
    find: async (query) => match(await refresh(), query),
    async matcher(query) {
      return createStoreMatcher(await refresh(), query)
    },
    async newStoreDays() {
      const state = await refresh()
      if (days?.version !== state.version) {
        const counted = match(state, NEW_STORES).then((found) => found.days())
        days = { version: state.version, days: counted }
        counted.catch(() => (days = undefined))
      }
      return days.days
    },
    async refresh() {
      const { version } = await refresh()
      return version
    },
  }
}

const isUnfiltered = ({ choices, savedStoreIds, since }: StoreQuery): boolean =>
  Object.keys(choices).length === 0 && !savedStoreIds && !since

const NEW_STORES: StoreQuery = { days: null, scope: 'new', choices: {} }

/** Version numbers continue over all tables, so that one number never means two states. */
let lastVersion = 0

async function loadState(db: Db): Promise<State> {
  const table = createStoreTable()
  const version = ++lastVersion
  await resetForeignChanges(db)
  const { next } = await readChanges(db, Number.MAX_SAFE_INTEGER)
  for await (const stores of readAllStores(db)) for (const store of stores) table.put(store, version)
  return { table, version, next }
}

/**
 * Applies the changes as one version: rows of an aborted attempt stay invisible until the next attempt is complete. Transaction numbers
 * that go backwards mean that the database was replaced: by an older copy, or after a failover.
 */
async function applyChanges(db: Db, state: State): Promise<'applied' | 'database replaced'> {
  const { table } = state
  const { removed, isChanged, next } = await readChanges(db, state.next)
  if (next < state.next) return 'database replaced'
  let { version } = state
  const begin = () => (version === state.version ? (version = ++lastVersion) : version)
  if (isChanged)
    for await (const stores of readChangedStores(db, state.next))
      for (const store of stores) if (!table.isKnown(store)) table.put(store, begin())
  // A number is never reused, so a removed store stays removed.
  for (const id of removed) if (table.rowOf(id) !== undefined) table.remove(id, begin())
  state.version = version
  state.next = next
  return 'applied'
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
