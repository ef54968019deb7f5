import { type Kysely, sql } from 'kysely'

/**
 * A session keeps the plan that the function made for its first rows. One for a single row compares
 * each of 10,000 with each of the others.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter function renew_changed_stage_revision() set enable_nestloop = off`.execute(db)
}
