import { LRUCache } from 'lru-cache'
import type { Db } from '#server/platform/db/schema.ts'
import { readAllStores, readChangedStores, readChanges, resetForeignChanges } from './change-feed.ts'
import { coalesced } from './scheduling.ts'
import { type KeptMatch, matchAll, narrowMatch, type StoreDay, type StoreMatch } from './store-match.ts'
import { createStoreMatcher, type Now, type StoreMatcher, type StoreQuery } from './store-scan.ts'
import { createStoreTable, type StoreTable } from './store-table.ts'

/**
 * All stores in memory, by columns: a filter over a million of them takes milliseconds where the database would read for seconds. It
 * answers which stores, in which order and how many; their details are read from the database by number. Every query first includes all
 * committed changes, so that lists, counts, facets and exports cover the same stores.
 */
export type StoreIndex = {
  find: (query: StoreQuery) => Promise<StoreMatch>
  /** For queries about a few stores: each is tested on demand. */
  judge: (query: StoreQuery) => Promise<StoreMatcher>
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
  let renewal: Promise<void> | undefined
  const load = () => {
    state ??= loadState(db).catch((error: unknown) => {
      state = undefined
      throw error
    })
    return state
  }
  /** Queries only skip ended rows; when there are many, a new table is loaded beside the old one. */
  const renewWhenWorn = ({ table }: State) => {
    if (renewal || !isWorn(table)) return
    renewal = loadState(db)
      .then((fresh) => void (state = Promise.resolve(fresh)))
      // The old one still serves; the next query tries again.
      .catch(() => {})
      .finally(() => (renewal = undefined))
  }
  const refresh = coalesced(async () => {
    let current = await load()
    if ((await takeIn(db, current)) === 'other database') {
      state = undefined
      current = await load()
    }
    renewWhenWorn(current)
    // Both from one moment: earlier queries do not see later changes.
    return { table: current.table, version: current.version }
  })
  const recent = createMatchCache()
  const match = async (now: Now, query: StoreQuery): Promise<StoreMatch> => {
    const { days, scope, visibleAfter } = query
    const plain = { days, scope, visibleAfter, choices: {} }
    const all = await recent.of(now, plain, (earlier) => matchAll(now, plain, earlier))
    if (isPlain(query)) return all.match
    const found = await recent.of(now, query, (earlier) => narrowMatch(all, query, earlier))
    return found.match
  }
  let days: { version: number; days: Promise<readonly StoreDay[]> } | undefined
  return {
    find: async (query) => match(await refresh(), query),
    async judge(query) {
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

const isPlain = ({ choices, savedStoreIds, since }: StoreQuery): boolean =>
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
async function takeIn(db: Db, state: State): Promise<'whole' | 'other database'> {
  const { table } = state
  const { removed, isChanged, next } = await readChanges(db, state.next)
  if (next < state.next) return 'other database'
  let { version } = state
  const begin = () => (version === state.version ? (version = ++lastVersion) : version)
  if (isChanged)
    for await (const stores of readChangedStores(db, state.next))
      for (const store of stores) if (!table.isKnown(store)) table.put(store, begin())
  // A number is never reused, so a removed store stays removed.
  for (const id of removed) if (table.rowOf(id) !== undefined) table.remove(id, begin())
  state.version = version
  state.next = next
  return 'whole'
}

const FEW_DEAD = 50_000

const isWorn = (table: StoreTable): boolean =>
  table.dead() > FEW_DEAD && table.dead() > (table.rows() - table.dead()) / 2

const MAX_ENTRIES = 12

/**
 * Caches the latest matches: the list, its counts and its next page need the same stores within seconds, and today's list is requested all
 * the time. When stores changed meanwhile, `find` can continue from the earlier match. Queries for an account's saved stores are not
 * cached.
 */
function createMatchCache() {
  const kept = new LRUCache<string, Now & { match: Promise<KeptMatch> }>({ max: MAX_ENTRIES })
  return {
    of(
      { table, version }: Now,
      query: StoreQuery,
      find: (earlier: KeptMatch | null) => Promise<KeptMatch>,
    ): Promise<KeptMatch> {
      if (query.savedStoreIds) return find(null)
      const key = JSON.stringify(query)
      const known = kept.get(key)
      if (known && known.version > version) return find(null)
      const match =
        known?.version === version
          ? known.match
          : (known?.match ?? Promise.resolve(null)).catch(() => null).then(find)
      kept.set(key, { table, version, match })
      match.catch(() => kept.delete(key))
      return match
    },
  }
}
