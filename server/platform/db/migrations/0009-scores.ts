import { type Kysely, sql } from 'kysely'

/** A saved search's own score profile as text; null = the default of every account. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table saved_searches add column profile text`.execute(db)
}
