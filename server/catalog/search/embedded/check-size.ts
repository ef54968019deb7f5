import { sql } from 'kysely'
import { DatabaseUnusableError } from '#server/platform/db/errors.ts'
import type { Db } from '#server/platform/db/schema.ts'

/** Each process would need about a gigabyte for each million stores. @throws DatabaseUnusableError when there are more than `most` */
export async function checkSize(db: Db, most: number): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (select from stores limit ${most + 1}) as stores`.execute(db)
  if ((rows[0]?.count ?? 0) > most)
    throw new DatabaseUnusableError(
      `The database has more than ${most} stores, which is as many as a process keeps in memory (SEARCH_EMBEDDED_MAX). Set SEARCH_URL to a ClickHouse server.`,
    )
}
