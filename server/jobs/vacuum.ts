import { sql } from 'kysely'
import * as z from 'zod'
import type { Db } from '#server/context.ts'
import { defineJob } from '#server/jobs/jobs.ts'

/**
 * The embedded engine has no autovacuum: a 5 MB table grew to 103 MB in 20 full updates. As autovacuum does, this looks once a minute for
 * tables of which a fifth is dead and leaves the others alone: with ANALYZE a table of 100,000 rows takes up to 3 s, in which nobody else
 * is served.
 */
export const vacuum = defineJob({
  name: 'vacuum',
  payload: z.object({}),
  maxAttempts: 1,
  cron: '* * * * *',
  run: async ({ db, config }, _payload, signal) => {
    if (config.DATABASE_URL) return
    await vacuumTables(db, signal)
    await shortenLog(db)
  },
})

/** Rows; below that a table is a few pages, and cleaning it gains nothing. */
const FEW = 500
/** Of rows that are dead, or new: those are marked as visible to all, which spares a look at each. */
const DEAD_SHARE = 0.2
/** Of rows that are new or changed: what the planner knows of the table is no longer true. */
const CHANGED_SHARE = 0.1

/** One table per statement: everybody else's queries run in between. */
export async function vacuumTables(db: Db, signal?: AbortSignal): Promise<void> {
  for (const { schema, name, needsVacuum } of await listDueTables(db)) {
    if (signal?.aborted) return
    const table = sql.id(schema, name)
    // Not both where one is enough: the one reads what is dead, the other up to 30,000 rows.
    await (needsVacuum ? sql`vacuum ${table}` : sql`analyze ${table}`).execute(db)
  }
}

/**
 * Nor has it a checkpointer: `max_wal_size` starts nothing, and the log of changes grew by 85 MB with every 100,000 updates until the
 * database was closed. What a checkpoint has made superfluous is used again.
 */
export async function shortenLog(db: Db): Promise<void> {
  const { rows } = await sql<{ isLong: boolean }>`
    select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn) > ${LONG_LOG_BYTES}::bigint as "isLong"
    from pg_control_checkpoint()`.execute(db)
  if (rows[0]?.isLong) await sql`checkpoint`.execute(db)
}

const LONG_LOG_BYTES = 16 * 1024 ** 2

type DueTable = { schema: string; name: string; needsVacuum: boolean }

/** The system's own tables too: each ANALYZE leaves dead rows in one of them. Counts are lost by a kill and begin again. */
async function listDueTables(db: Db): Promise<DueTable[]> {
  const { rows } = await sql<DueTable>`
    with counted as (
      select schemaname as schema, relname as name,
        greatest(n_dead_tup, n_ins_since_vacuum) > ${FEW} + ${DEAD_SHARE}::float8 * n_live_tup as needs_vacuum,
        n_mod_since_analyze > ${FEW} + ${CHANGED_SHARE}::float8 * n_live_tup and schemaname in ('public', 'pgboss') as needs_analyze
      from pg_stat_all_tables)
    select schema, name, vacuums as "needsVacuum"
    from counted join (values (true), (false)) as kind (vacuums) on case when vacuums then needs_vacuum else needs_analyze end
    order by schema collate "C", name collate "C", vacuums desc`.execute(db)
  return rows
}
