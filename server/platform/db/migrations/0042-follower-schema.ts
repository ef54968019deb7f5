import { type Kysely, sql } from 'kysely'

/**
 * Two releases with different tables in ClickHouse each have rows here. The release before this one
 * writes rows without a version.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table change_followers add column schema integer not null default 0`.execute(db)
}
