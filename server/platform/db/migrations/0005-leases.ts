import { type Kysely, sql } from 'kysely'

/** Work that one process does at a time: reading a log, visiting shops. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create table leases (name text primary key, holder text not null, until timestamptz not null)`.execute(
    db,
  )
  await sql`alter table ct_logs drop column reader, drop column reader_until`.execute(db)
}
