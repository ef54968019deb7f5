import { sql } from 'kysely'
import type { Db } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'

const TABLES = ['stores', 'trend_changes'] as const

/**
 * A database restored from a copy restarts its transaction count. Change numbers from the original are then higher than any it will assign
 * for years: every reading would return them, and they could be taken for later changes. They are reset once, before the full reading.
 */
export async function forgetForeignChanges(db: Db): Promise<void> {
  for (const table of TABLES)
    if (await hasForeign(db, table))
      await inTransaction({ db }, async ({ db }) => {
        // The lock blocks writers: later changes get numbers of the new count.
        await sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(db)
        await sql`update ${sql.table(table)} set change_id = 0 where change_id >= ${firstUnused}`.execute(db)
      })
}

/** The number that the next transaction gets. */
const firstUnused = sql`(select (pg_snapshot_xmax(pg_current_snapshot())::text)::bigint)`

async function hasForeign(db: Db, table: (typeof TABLES)[number]): Promise<boolean> {
  const { rows } = await sql<{ is_foreign: boolean | null }>`
    select (select max(change_id) from ${sql.table(table)}) >= ${firstUnused} as is_foreign`.execute(db)
  return rows[0]?.is_foreign ?? false
}
