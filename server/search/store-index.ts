import type { Db } from '#server/context.ts'
import { readAllStores, readChanges, type StoreChanges } from './follow-changes.ts'
import { oneAtATime } from './one-at-a-time.ts'
import type { StoreQuery } from './scan-stores.ts'
import { createRecentMatches } from './recent-matches.ts'
import { matchStores, type StoreDay, type StoreMatch } from './store-match.ts'
import { createStoreTable, type StoreTable } from './store-table.ts'

/**
 * All stores in memory, by columns: a filter over a million of them takes milliseconds where the database would read for seconds. It answers
 * which stores, in which order and how many; what they look like is read from the database by their numbers. Every question first takes in what
 * was committed before it, so lists, counts, facets and exports speak of the same stores.
 */
export type StoreIndex = {
  find: (query: StoreQuery) => Promise<StoreMatch>
  /** Newly launched stores and merchant leads per found day: what the public counters add up. */
  newStoreDays: () => Promise<readonly StoreDay[]>
  /** Takes in what was committed by now. @returns a number that is another one when anything changed */
  refresh: () => Promise<number>
}

/** `next` = where reading changes goes on. */
type State = { table: StoreTable; version: number; next: number }

/** Read at the first question. */
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
  /** Rows that ended are only passed over; when they are many, the table is read anew beside the old one. */
  const renewWhenWorn = ({ table }: State) => {
    if (renewal || !isWorn(table)) return
    renewal = loadState(db)
      .then((fresh) => void (state = Promise.resolve(fresh)))
      // The old one still serves; the next question tries again.
      .catch(() => {})
      .finally(() => (renewal = undefined))
  }
  const refresh = oneAtATime(async () => {
    const current = await load()
    const changes = await readChanges(db, current.next)
    if (hasChanges(current.table, changes)) apply(current, changes)
    current.next = changes.next
    renewWhenWorn(current)
    // Both of one moment: what is taken in later is not seen by those who asked before.
    return { table: current.table, version: current.version }
  })
  const recent = createRecentMatches()
  const match = ({ table, version }: Pick<State, 'table' | 'version'>, query: StoreQuery) =>
    recent.of(version, query, () => matchStores(table, version, query))
  let days: { version: number; days: Promise<readonly StoreDay[]> } | undefined
  return {
    find: async (query) => match(await refresh(), query),
    async newStoreDays() {
      const state = await refresh()
      if (days?.version !== state.version) {
        const matching = matchStores(state.table, state.version, NEW_STORES)
        days = { version: state.version, days: matching.then((found) => found.days()) }
      }
      return days.days
    },
    async refresh() {
      const { version } = await refresh()
      return version
    },
  }
}

const NEW_STORES: StoreQuery = { days: null, scope: 'new', choices: {} }

/** Numbers of versions go on over all tables, so that one number never means two states. */
let lastVersion = 0

async function loadState(db: Db): Promise<State> {
  const table = createStoreTable()
  const version = ++lastVersion
  const { next } = await readChanges(db, Number.MAX_SAFE_INTEGER)
  for await (const stores of readAllStores(db)) for (const store of stores) table.put(store, version)
  return { table, version, next }
}

const hasChanges = (table: StoreTable, { stores, removed }: StoreChanges): boolean =>
  stores.some((store) => !table.isKnown(store)) || removed.some((id) => table.rowOf(id) !== undefined)

function apply(state: State, { stores, removed }: StoreChanges): void {
  state.version = ++lastVersion
  for (const store of stores) state.table.put(store, state.version)
  // A number is never given twice, so what was removed stays so.
  for (const id of removed) state.table.remove(id, state.version)
}

const FEW_DEAD = 50_000

const isWorn = (table: StoreTable): boolean =>
  table.dead() > FEW_DEAD && table.dead() > (table.rows() - table.dead()) / 2
