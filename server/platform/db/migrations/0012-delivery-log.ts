import { type Kysely, sql } from 'kysely'

/** Attempts to reach an account by mail or webhook. The other release neither writes nor reads it. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table delivery_log (
    id uuid primary key,
    user_id uuid not null references users on delete cascade,
    channel text not null check (channel in ('mail', 'webhook')),
    subject_kind text not null,
    subject text,
    target text not null,
    message_id uuid not null,
    at timestamptz not null,
    outcome text not null check (outcome in ('sent', 'failed', 'paused')),
    status integer,
    reason text,
    next_at timestamptz
  )`,
  `create index delivery_log_user on delivery_log (user_id, at desc, id)`,
  `create index delivery_log_at on delivery_log (at)`,
]
