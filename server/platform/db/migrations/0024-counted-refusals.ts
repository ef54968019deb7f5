import { type Kysely, sql } from 'kysely'

/** Refusals of one hour share a row of the security log, so that a caller cannot fill it. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table audit_events add column times integer not null default 1, add column shared_key text`.execute(
    db,
  )
  await sql`create unique index audit_events_shared_key on audit_events (shared_key)`.execute(db)
}
