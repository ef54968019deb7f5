import type { Logger } from 'pino'
import { readFeedState } from '#server/catalog/search/change-feed.ts'
import { readAllStores } from '#server/catalog/search/store-rows.ts'
import { findTrendDays } from '#server/catalog/search/trend-rows.ts'
import type { Db } from '#server/platform/db/schema.ts'
import type { Server } from './clickhouse.ts'
import {
  dropGeneration,
  FOLLOWER,
  type Generation,
  LOADER,
  publish,
  readGenerations,
  saveGeneration,
} from './generations.ts'
import { createTables, dropTables, SCHEMA_VERSION } from './tables.ts'
import { monthOf } from './trend-months.ts'
import { createWriter } from './writer.ts'

export type LoadDeps = Server & {
  db: Db
  log: Logger
  now: () => Date
  /**
   * Renews the lease of the one process that writes; false when it was lost. A load takes longer
   * than a lease, so each batch asks.
   */
  isHolder: () => Promise<boolean>
}

/**
 * Loads a generation beside the one that serves, and then replaces it. A load that was cut off
 * continues where it was.
 * @returns null when another process has become the one that writes; it continues the load
 */
export async function loadGeneration(
  deps: LoadDeps,
  generation: number,
  unfinished?: Generation,
): Promise<Generation | null> {
  const { db, log } = deps
  const begun = await beginLoad(deps, generation, unfinished)
  const stores = await loadStores(deps, begun)
  const trends = stores && (await loadTrends(deps, stores))
  const complete = trends && (await saveWhileHeld(deps, { ...trends, is_complete: true }))
  if (!complete) return null
  await publish(deps, FOLLOWER, complete)
  await db.deleteFrom('change_followers').where('name', '=', LOADER).execute()
  log.info({ event: 'search.loaded', generation }, 'ClickHouse has everything')
  await dropOlder(deps, generation)
  return complete
}

async function beginLoad(
  deps: LoadDeps,
  generation: number,
  unfinished: Generation | undefined,
): Promise<Generation> {
  const { db, clickHouse, database } = deps
  // Before anything is read: later changes are applied once more afterwards.
  const { head, prunedTo } = await readFeedState(db)
  const canContinue = unfinished && unfinished.position >= prunedTo && unfinished.position <= head
  const state: Generation = canContinue
    ? unfinished
    : {
        generation,
        schema: SCHEMA_VERSION,
        position: head,
        loaded_stores: 0,
        loaded_days: '',
        is_complete: false,
      }
  await publish(deps, LOADER, state)
  // Rows of a load that cannot continue could outlive their stores.
  const statements = canContinue ? [] : dropTables(database, generation)
  for (const statement of [...statements, ...createTables(database, generation)])
    await clickHouse.run(statement)
  return state
}

/** Null when the lease was lost: another process may have gone further, and its state must stay. */
async function saveWhileHeld(deps: LoadDeps, state: Generation): Promise<Generation | null> {
  if (!(await deps.isHolder())) return null
  // A load may take longer than the feed waits for a follower that is gone.
  await publish(deps, LOADER, state)
  await saveGeneration(deps, state)
  return state
}

const writerOf = ({ db, clickHouse, database }: LoadDeps, { generation }: Generation) =>
  createWriter({ db, clickHouse, database, generation })

async function loadStores(deps: LoadDeps, begun: Generation): Promise<Generation | null> {
  const { db, log } = deps
  const writer = writerOf(deps, begun)
  let state: Generation | null = begun
  let count = 0
  for await (const batch of readAllStores(db, begun.loaded_stores)) {
    const stores = [...batch]
    await writer.putStores(stores, begun.position)
    const upTo = stores.at(-1)?.id ?? state.loaded_stores
    state = await saveWhileHeld(deps, { ...state, loaded_stores: upTo })
    if (!state) return null
    count += stores.length
    log.info({ event: 'search.loading', stores: count, upTo }, 'stores written to ClickHouse')
  }
  return state
}

async function loadTrends(deps: LoadDeps, begun: Generation): Promise<Generation | null> {
  const writer = writerOf(deps, begun)
  let state: Generation | null = begun
  const months = Map.groupBy(await findTrendDays(deps.db), monthOf)
  for (const [month, days] of months) {
    // The month in which a load was cut off may not be folded yet.
    if (month < monthOf(begun.loaded_days)) continue
    for (const day of days.filter((day) => day > begun.loaded_days)) {
      await writer.putTrends({ day, clusters: null }, begun.position)
      state = await saveWhileHeld(deps, { ...state, loaded_days: day })
      if (!state) return null
    }
    await writer.foldMonth({ month, clusters: null }, begun.position)
  }
  return state
}

/**
 * The latest complete generation before this one stays: questions, or processes of an earlier
 * release, may still be reading it.
 */
async function dropOlder(deps: LoadDeps, generation: number): Promise<void> {
  const older = (await readGenerations(deps)).filter(
    (one) => one.generation < generation && one.schema > 0,
  )
  const previous = older.find(({ is_complete }) => is_complete)
  for (const one of older) if (one !== previous) await dropGeneration(deps, one)
}
