import { sql } from 'kysely'
import type { Db } from '#server/platform/db/schema.ts'

/**
 * The tables, the job queue's too, with a row for each that holds one of the texts in any column,
 * in capitals or not.
 */
export async function findTraces(db: Db, texts: readonly string[]): Promise<string[]> {
  const { rows: tables } = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`.execute(
    db,
  )
  if (tables.every(({ schema }) => schema !== 'pgboss')) throw new Error('the job queue is missing')
  const holds = sql.join(
    texts.map((text) => sql`position(lower(${text}) in lower(whole::text)) > 0`),
    sql` or `,
  )
  const searches = tables.map(
    ({ schema, name }) =>
      sql`select ${`${schema}.${name}`} as table from ${sql.table(`${schema}.${name}`)} as whole where ${holds}`,
  )
  const { rows } = await sql<{
    table: string
  }>`${sql.join(searches, sql` union all `)} order by 1`.execute(db)
  return rows.map(({ table }) => table)
}
