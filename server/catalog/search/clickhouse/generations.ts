import type { Day } from '#contracts/dates.ts'
import type { Db } from '#server/platform/db/schema.ts'
import type { ClickHouse } from './clickhouse.ts'
import type { Placement } from './tables.ts'

/** Its row in `change_followers`: what questions may use. */
export const FOLLOWER = 'clickhouse'
/** Keeps the changes of a load until it is complete. */
export const LOADER = 'clickhouse-load'

/** How far the tables of a generation have come. They include all changes up to `position`. */
export type Generation = {
  generation: number
  schema: number
  position: number
  loadedStores: number
  loadedDays: Day | ''
  isComplete: boolean
}

type Server = { clickHouse: ClickHouse; placement: Placement }

/** The latest first. */
export async function readGenerations({ clickHouse, placement }: Server): Promise<Generation[]> {
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

export const saveGeneration = ({ clickHouse, placement }: Server, state: Generation): Promise<void> =>
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

/** Tells all processes of the database how far a generation has come. */
export async function publish(
  { db, now }: { db: Db; now: () => Date },
  name: typeof FOLLOWER | typeof LOADER,
  { position, generation }: Generation,
): Promise<void> {
  const values = { position, generation, followed_at: now() }
  await db
    .insertInto('change_followers')
    .values({ name, ...values })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(values))
    .execute()
}
