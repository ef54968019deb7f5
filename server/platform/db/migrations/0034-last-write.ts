import { type Kysely, sql } from 'kysely'

/**
 * The end of the write-ahead log after an account's last write, and its time: a replica serves the
 * account only once it has come so far. Written only where replicas are configured.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table users add column wrote_position pg_lsn, add column wrote_at timestamptz`.execute(
    db,
  )
}
