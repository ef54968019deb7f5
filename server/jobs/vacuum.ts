import { sql } from 'kysely'
import * as z from 'zod'
import type { Db } from '#server/context.ts'
import { defineJob } from '#server/jobs/jobs.ts'

/**
 * The embedded engine has no autovacuum: a 5 MB table grew to 103 MB in 20 full updates. Pages without dead rows are skipped, so that a
 * table that did not change costs next to nothing.
 */
export const vacuum = defineJob({
  name: 'vacuum',
  payload: z.object({}),
  maxAttempts: 1,
  cron: '*/10 * * * *',
  run: async ({ db, config }, _payload, signal) => {
    if (!config.DATABASE_URL) await vacuumTables(db, signal)
  },
})

/** One table per statement: everybody else's queries run in between. */
export async function vacuumTables(db: Db, signal?: AbortSignal): Promise<void> {
  for (const { schema, name } of await listTables(db)) {
    if (signal?.aborted) return
    await sql`vacuum (analyze) ${sql.id(schema, name)}`.execute(db)
  }
}

async function listTables(db: Db): Promise<{ schema: string; name: string }[]> {
  const { rows } = await sql<{ schema: string; name: string }>`
    select schemaname as schema, tablename as name from pg_tables
    where schemaname in ('public', 'pgboss') order by schemaname, tablename`.execute(db)
  return rows
}
