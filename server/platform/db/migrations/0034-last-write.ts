import { type Kysely, sql } from 'kysely'

/** Of the reads from replicas, which are gone (decision 88): no code uses these columns. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table users add column wrote_position pg_lsn, add column wrote_at timestamptz`.execute(
    db,
  )
}
