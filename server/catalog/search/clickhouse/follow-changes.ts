import type { Logger } from 'pino'
import type { Day } from '#contracts/dates.ts'
import { type Change, readChanges, readFeedState } from '#server/catalog/search/change-feed.ts'
import { readAllStores, readStores } from '#server/catalog/search/store-rows.ts'
import { findTrendDays } from '#server/catalog/search/trend-rows.ts'
import type { Db } from '#server/platform/db/schema.ts'
import type { ClickHouse } from './clickhouse.ts'
import { createStateTable, createTables, dropTables, type Placement, SCHEMA_VERSION } from './tables.ts'
import { createWriter, type Writer } from './writer.ts'

/** Its row in `change_followers`: what questions may use. */
export const FOLLOWER = 'clickhouse'
/** Keeps the changes of a load until it is complete. */
const LOADER = 'clickhouse-load'

const CHANGES_PER_STEP = 5_000
const IDLE_MS = 50

type Deps = { db: Db; clickHouse: ClickHouse; placement: Placement; log: Logger; now: () => Date }

/** How far the tables of a generation have come. They include all changes up to `position`. */
type State = {
  generation: number
  schema: number
  position: number
  loadedStores: number
  loadedDays: Day | ''
  isComplete: boolean
}

/**
 * Keeps ClickHouse equal to the database: loads everything once, then applies the change feed in order. Each step may be killed at any
 * moment: what was written twice replaces itself, and the state is written last.
 * @returns a step, which resolves with the pause before the next one in ms
 */
export function createFollower(deps: Deps): () => Promise<number> {
  const { db, clickHouse, placement, log } = deps
  let serving: { state: State; writer: Writer } | undefined
  const open = (state: State) => {
    serving = { state, writer: createWriter({ db, clickHouse, placement, generation: state.generation }) }
    return serving
  }
  return async () => {
    const { state, writer } = serving ?? open(await findOrLoad(deps))
    const { head, prunedTo } = await readFeedState(db)
    if (state.position < prunedTo || state.position > head) {
      log.warn(
        { event: 'search.reload', position: state.position, head },
        'ClickHouse cannot follow: loading everything again',
      )
      const fresh = await load(deps, state.generation + 1)
      open(fresh)
      return 0
    }
    if (state.position === head) return IDLE_MS
    const changes = await readChanges(db, state.position, CHANGES_PER_STEP)
    await applyChanges(db, writer, changes)
    const next = { ...state, position: changes.at(-1)?.seq ?? head }
    await saveState(deps, next)
    await publish(deps, FOLLOWER, next)
    serving = { state: next, writer }
    return next.position === head ? IDLE_MS : 0
  }
}

async function applyChanges(db: Db, writer: Writer, changes: readonly Change[]): Promise<void> {
  const version = changes.at(-1)?.seq ?? 0
  const ids = [...new Set(changes.flatMap((change) => (change.kind === 'store' ? change.storeId : [])))]
  if (ids.length > 0) {
    const stores = await readStores(db, ids)
    const present = new Set(stores.map(({ id }) => id))
    await writer.putStores(stores, version)
    await writer.removeStores(
      ids.filter((id) => !present.has(id)),
      version,
    )
  }
  const clustersByDay = new Map<Day, Set<number>>()
  for (const change of changes) {
    if (change.kind !== 'trends') continue
    const clusters = clustersByDay.get(change.day) ?? new Set()
    clustersByDay.set(change.day, clusters)
    for (const cluster of change.clusters) clusters.add(cluster)
  }
  for (const [day, clusters] of clustersByDay)
    await writer.putTrends({ day, clusters: [...clusters] }, version)
}

/** The latest complete generation of this schema; else the unfinished one is continued, or a new one begun. */
async function findOrLoad(deps: Deps): Promise<State> {
  const { clickHouse, placement } = deps
  for (const statement of createStateTable(placement)) await clickHouse.run(statement)
  const states = await readStates(deps)
  const [latest] = states
  const complete = states.find((state) => state.isComplete && state.schema === SCHEMA_VERSION)
  if (complete) {
    await publish(deps, FOLLOWER, complete)
    return complete
  }
  const unfinished = latest && !latest.isComplete && latest.schema === SCHEMA_VERSION ? latest : undefined
  return load(deps, unfinished?.generation ?? (latest?.generation ?? 0) + 1, unfinished)
}

/** Loads a generation beside the one that serves, and then replaces it. A load that was cut off continues where it was. */
async function load(deps: Deps, generation: number, unfinished?: State): Promise<State> {
  const { db, clickHouse, placement, log } = deps
  // Before anything is read: later changes are applied once more afterwards.
  const { head, prunedTo } = await readFeedState(db)
  const canContinue = unfinished && unfinished.position >= prunedTo && unfinished.position <= head
  let state: State = canContinue
    ? unfinished
    : {
        generation,
        schema: SCHEMA_VERSION,
        position: head,
        loadedStores: 0,
        loadedDays: '',
        isComplete: false,
      }
  await publish(deps, LOADER, state)
  // Rows of a load that cannot continue could outlive their stores.
  const statements = canContinue ? [] : dropTables(placement, generation)
  for (const statement of [...statements, ...createTables(placement, generation)])
    await clickHouse.run(statement)
  const save = async (change: Partial<State>) => {
    state = { ...state, ...change }
    await saveState(deps, state)
  }
  const writer = createWriter({ db, clickHouse, placement, generation })
  let count = 0
  for await (const stores of readAllStores(db, state.loadedStores)) {
    await writer.putStores(stores, state.position)
    await save({ loadedStores: stores.at(-1)?.id ?? state.loadedStores })
    count += stores.length
    log.info(
      { event: 'search.loading', stores: count, upTo: state.loadedStores },
      'stores written to ClickHouse',
    )
  }
  for (const day of await findTrendDays(db)) {
    if (day <= state.loadedDays) continue
    await writer.putTrends({ day, clusters: null }, state.position)
    await save({ loadedDays: day })
  }
  await save({ isComplete: true })
  await publish(deps, FOLLOWER, state)
  await db.deleteFrom('change_followers').where('name', '=', LOADER).execute()
  log.info({ event: 'search.loaded', generation, stores: count }, 'ClickHouse has everything')
  for (const old of await readStates(deps))
    if (old.generation < generation - 1)
      for (const statement of dropTables(placement, old.generation)) await clickHouse.run(statement)
  return state
}

async function readStates({ clickHouse, placement }: Deps): Promise<State[]> {
  const rows = await clickHouse.select(
    `select generation, schema, position, loaded_stores, loaded_days, is_complete from ${placement.database}.search_state order by generation desc`,
  )
  return rows.map(([generation, schema, position, loadedStores, loadedDays, isComplete]) => ({
    generation: Number(generation),
    schema: Number(schema),
    position: Number(position),
    loadedStores: Number(loadedStores),
    loadedDays: String(loadedDays),
    isComplete: Boolean(isComplete),
  }))
}

const saveState = ({ clickHouse, placement }: Deps, state: State): Promise<void> =>
  clickHouse.insert(`${placement.database}.search_state`, [
    {
      generation: state.generation,
      schema: state.schema,
      position: state.position,
      loaded_stores: state.loadedStores,
      loaded_days: state.loadedDays,
      is_complete: state.isComplete,
    },
  ])

async function publish({ db, now }: Deps, name: string, { position, generation }: State): Promise<void> {
  const values = { position, generation, followed_at: now() }
  await db
    .insertInto('change_followers')
    .values({ name, ...values })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(values))
    .execute()
}
