import { type Kysely, sql } from 'kysely'

/** Columns, density and order of lists: per account and list, and per saved search. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create table list_views (
    user_id uuid not null references users on delete cascade,
    view text not null,
    display jsonb not null,
    updated_at timestamptz not null,
    primary key (user_id, view)
  )`.execute(db)
  await sql`alter table saved_searches add column display jsonb`.execute(db)
}
