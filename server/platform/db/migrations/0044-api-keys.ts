import { type Kysely, sql } from 'kysely'

/**
 * `token_hash`: digest of the key; `start`: its first characters, by which the owner recognises it.
 * A release that does not know the table refuses API keys.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create table api_keys (
    id uuid primary key, user_id uuid not null, name text not null, token_hash text not null unique, start text not null,
    created_at timestamptz not null, last_used_at timestamptz)`.execute(db)
  await sql`create index api_keys_user_id on api_keys (user_id)`.execute(db)
}
