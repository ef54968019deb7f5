import { type Kysely, sql } from 'kysely'

/**
 * Photos are files; `bytes` holds only those that were uploaded before, until a job has moved them.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table user_photos alter column bytes drop not null`.execute(db)
}
