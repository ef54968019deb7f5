import type { Day } from '#contracts/dates.ts'
import type { Db } from '#server/platform/db/schema.ts'
import type { Server } from './clickhouse.ts'
import { dropTables, SCHEMA_VERSION } from './tables.ts'

/**
 * Its row in `change_followers`: what questions may use. One for each version of the tables, so
 * that the processes of two releases each find tables that they can read.
 */
export const FOLLOWER = `clickhouse-${SCHEMA_VERSION}`
/** Keeps the changes of a load until it is complete. */
export const LOADER = `${FOLLOWER}-load`
/** Releases with different tables each have a worker that writes. */
export const FOLLOWER_LEASE = `search-follower-${SCHEMA_VERSION}`

/** How far the tables of a generation have come. They include all changes up to `position`. */
export type Generation = {
  generation: number
  schema: number
  position: number
  loaded_stores: number
  loaded_days: Day | ''
  is_complete: boolean
}

export async function readGenerations({ clickHouse, database }: Server): Promise<Generation[]> {
  const rows = await clickHouse.select(
    `select generation, schema, position, loaded_stores, loaded_days, is_complete from ${database}.search_state order by generation desc`,
  )
  return rows.map((row) => {
    const [generation = 0, schema = 0, position = 0, loaded_stores = 0] = row.map(Number)
    const [loaded_days, is_complete] = [String(row[4]), Boolean(row[5])]
    return { generation, schema, position, loaded_stores, loaded_days, is_complete }
  })
}

export const saveGeneration = (
  { clickHouse, database }: Server,
  state: Generation,
): Promise<void> => clickHouse.insert(`${database}.search_state`, [state])

/** Higher than all others, also than those of a ClickHouse that lost its data. */
export async function nextGeneration({ db, ...server }: Server & { db: Db }): Promise<number> {
  const known = await db.selectFrom('change_followers').select('generation').execute()
  const numbers = [...(await readGenerations(server)), ...known].map(({ generation }) => generation)
  return Math.max(0, ...numbers) + 1
}

/** Its number stays taken, so that no process takes other tables for these. */
export async function dropGeneration(
  { db, ...server }: Server & { db: Db },
  state: Generation,
): Promise<void> {
  await db.deleteFrom('change_followers').where('generation', '=', state.generation).execute()
  await saveGeneration(server, { ...state, schema: NO_SCHEMA, is_complete: false })
  for (const statement of dropTables(server.database, state.generation))
    await server.clickHouse.run(statement)
}

const NO_SCHEMA = 0

/** Tells all processes of the database how far a generation has come. */
export async function publish(
  { db, now }: { db: Db; now: () => Date },
  name: string,
  { position, generation }: Generation,
): Promise<void> {
  const values = { position, generation, schema: SCHEMA_VERSION, followed_at: now() }
  await db
    .insertInto('change_followers')
    .values({ name, ...values })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(values))
    .execute()
}
