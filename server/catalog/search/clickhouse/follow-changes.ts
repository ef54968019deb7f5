import {
  type Change,
  groupChanges,
  readIndexChanges,
  readFeedState,
} from '#server/catalog/search/change-feed.ts'
import { readStores } from '#server/catalog/search/store-rows.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { LEASE_TAKEN_WAIT_MS } from '#server/platform/locks.ts'
import { inValues } from './clickhouse.ts'
import {
  FOLLOWER,
  type Generation,
  nextGeneration,
  publish,
  readGenerations,
  saveGeneration,
} from './generations.ts'
import { type LoadDeps, loadGeneration } from './load-generation.ts'
import { createStateTable, SCHEMA_VERSION } from './tables.ts'
import { monthOf } from './trend-months.ts'
import { createWriter, type Writer } from './writer.ts'

const CHANGES_PER_STEP = 5_000
const IDLE_MS = 50

/**
 * ClickHouse may have lost its data, or another process may have held the lease meanwhile. Also
 * tells the feed that this follower is not gone.
 */
const READ_STATE_EVERY_MS = 30_000

type Deps = LoadDeps
type Following = { state: Generation; writer: Writer }

/**
 * Loads everything once, then applies the change feed in order. Each step may be killed: rows
 * written twice replace each other, and the state comes last.
 * @returns a step, which resolves with the pause before the next one in ms
 */
export function createFollower(deps: Deps): () => Promise<number> {
  /**
   * What this process knows to be in ClickHouse; only as long as no other process writes there and
   * no step fails.
   */
  let following: Following | null = null
  let knownUntilMs = -Infinity
  return async () => {
    const earlier = following
    following = null
    if (!(await deps.isHolder())) return LEASE_TAKEN_WAIT_MS
    const known = deps.now().getTime() < knownUntilMs ? earlier : null
    const current = known ?? open(deps, await findOrLoad(deps), earlier)
    if (!current) return LEASE_TAKEN_WAIT_MS
    if (!known) knownUntilMs = deps.now().getTime() + READ_STATE_EVERY_MS
    const next = await followOnce(deps, current)
    following = next.following
    return next.pauseMs
  }
}

/** For the same tables the earlier writer stays in use: it knows which labels are written. */
function open(
  { db, clickHouse, database }: Deps,
  state: Generation | null,
  earlier: Following | null = null,
): Following | null {
  if (!state) return null
  const { generation } = state
  const isSame = earlier?.state.generation === generation
  return {
    state,
    writer: isSame ? earlier.writer : createWriter({ db, clickHouse, database, generation }),
  }
}

async function followOnce(
  deps: Deps,
  { state, writer }: Following,
): Promise<{ following: Following | null; pauseMs: number }> {
  const { db, log } = deps
  const { head, prunedTo } = await readFeedState(db)
  if (state.position < prunedTo || state.position > head) {
    log.warn(
      { event: 'search.reload', position: state.position, head },
      'ClickHouse cannot follow: loading everything again',
    )
    return { following: open(deps, await loadAfter(deps, state.generation)), pauseMs: 0 }
  }
  if (state.position === head) return { following: { state, writer }, pauseMs: IDLE_MS }
  const changes = await readIndexChanges(db, state.position, CHANGES_PER_STEP)
  await applyChanges(db, writer, changes)
  const next = { ...state, position: changes.at(-1)?.seq ?? head }
  await saveGeneration(deps, next)
  await publish(deps, FOLLOWER, next)
  return { following: { state: next, writer }, pauseMs: next.position === head ? IDLE_MS : 0 }
}

async function applyChanges(db: Db, writer: Writer, changes: readonly Change[]): Promise<void> {
  const version = changes.at(-1)?.seq ?? 0
  const { stores: ids, clusters } = groupChanges(changes)
  if (ids.length > 0) {
    const stores = await readStores(db, ids)
    const present = new Set(stores.map(({ id }) => id))
    await writer.putStores(stores, version)
    await writer.removeStores(
      ids.filter((id) => !present.has(id)),
      version,
    )
  }
  for (const [day, ofDay] of clusters)
    for (const part of inValues([...ofDay]))
      await writer.putTrends({ day, clusters: part }, version)
  for (const [month, days] of Map.groupBy(clusters, ([day]) => monthOf(day)))
    for (const part of inValues([...new Set(days.flatMap(([, ofDay]) => [...ofDay]))]))
      await writer.foldMonth({ month, clusters: part }, version)
}

/** The latest complete generation of this schema; else one is loaded. */
async function findOrLoad(deps: Deps): Promise<Generation | null> {
  const { clickHouse, database } = deps
  for (const statement of createStateTable(database)) await clickHouse.run(statement)
  const complete = (await readOwn(deps)).find(({ is_complete }) => is_complete)
  if (!complete) return loadAfter(deps, 0)
  await publish(deps, FOLLOWER, complete)
  return complete
}

const readOwn = async (deps: Deps): Promise<Generation[]> =>
  (await readGenerations(deps)).filter(({ schema }) => schema === SCHEMA_VERSION)

/**
 * Continues the latest load that was cut off, if it is of a later generation; else begins a new
 * one.
 */
async function loadAfter(deps: Deps, generation: number): Promise<Generation | null> {
  const [latest] = await readOwn(deps)
  const unfinished =
    latest && !latest.is_complete && latest.generation > generation ? latest : undefined
  return loadGeneration(deps, unfinished?.generation ?? (await nextGeneration(deps)), unfinished)
}
