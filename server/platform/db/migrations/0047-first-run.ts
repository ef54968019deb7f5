import { type Kysely, sql } from 'kysely'

/** When a member skipped the questions that lead to a first saved search. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table users add column first_run_ended_at timestamptz`.execute(db)
}
