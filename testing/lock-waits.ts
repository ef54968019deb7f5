import { sql } from 'kysely'
import type { Db } from '#server/platform/db/schema.ts'

/** How many sessions of the test's database wait for a lock, also asked within a transaction. */
export async function countLockWaits(db: Db): Promise<number> {
  // A transaction would see only the sessions that there were when it first asked.
  await sql`select pg_stat_clear_snapshot()`.execute(db)
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows.length
}
