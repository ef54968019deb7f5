import { type Kysely, sql } from 'kysely'

/**
 * When and where the morning brief of an account goes, the briefs that were sent with what they
 * held, and the address of its feed. A message to a webhook without a search is about briefs.
 */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table brief_settings (
    user_id uuid primary key references users on delete cascade,
    pace text not null check (pace in ('off', 'daily', 'weekly')),
    weekday integer not null,
    hour integer not null,
    time_zone text not null,
    quiet_from integer,
    quiet_until integer,
    mail boolean not null,
    webhook boolean not null,
    at_once boolean not null,
    last_day date not null,
    due_at timestamptz,
    briefed_until timestamptz not null,
    looked_at timestamptz not null,
    mailed_at timestamptz,
    unmailed_since timestamptz,
    updated_at timestamptz not null
  )`,
  `create index brief_settings_due_at on brief_settings (due_at) where due_at is not null`,
  `create index brief_settings_looked_at on brief_settings (looked_at) where at_once`,
  `create table briefs (
    id uuid primary key,
    user_id uuid not null references users on delete cascade,
    kind text not null check (kind in ('morning', 'atOnce', 'test')),
    day date not null,
    since timestamptz not null,
    until timestamptz not null,
    is_mailed boolean not null
  )`,
  `create index briefs_user_id on briefs (user_id, until)`,
  `create table brief_items (
    brief_id uuid not null references briefs on delete cascade,
    user_id uuid not null references users on delete cascade,
    kind text not null check (kind in ('step', 'match', 'change', 'cluster', 'niche')),
    key text collate "C" not null,
    place integer not null,
    store_id bigint references stores on delete cascade,
    value jsonb not null,
    is_once boolean not null,
    primary key (brief_id, kind, key)
  )`,
  // Each of these items is in one brief of its account, whatever runs at the same time.
  `create unique index brief_items_once on brief_items (user_id, kind, key) where is_once`,
  `create index brief_items_user_id on brief_items (user_id)`,
  `create index brief_items_store_id on brief_items (store_id)`,
  `create table brief_feeds (
    id uuid primary key,
    user_id uuid not null unique references users on delete cascade,
    token_hash text not null unique,
    created_at timestamptz not null,
    read_at timestamptz
  )`,
  `alter table webhook_deliveries alter column search_id drop not null`,
]
