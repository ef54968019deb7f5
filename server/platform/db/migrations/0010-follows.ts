import { type Kysely, sql } from 'kysely'

/** What accounts follow, and what they say about addresses that mail came back from. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // A product keeps the number under which it was followed: see `merged_clusters`.
  `create table follows (
    id uuid primary key,
    user_id uuid not null references users on delete cascade,
    store_id bigint references stores on delete cascade,
    cluster bigint,
    category text,
    country text,
    created_at timestamptz not null,
    check (num_nonnulls(store_id, cluster, category) = 1 and (category is null) = (country is null))
  )`,
  `create index follows_user on follows (user_id, created_at)`,
  `create index follows_store on follows (store_id)`,
  `create unique index follows_target on follows (user_id, store_id, cluster, category, country) nulls not distinct`,
  `create table contact_bounces (
    user_id uuid not null references users on delete cascade,
    store_id bigint not null references stores on delete cascade,
    address text collate "C" not null,
    verdict text not null check (verdict in ('bounced', 'arrives')),
    marked_at timestamptz not null,
    lifted_at timestamptz,
    is_returned boolean not null default false,
    primary key (user_id, store_id, address)
  )`,
  `create index contact_bounces_address on contact_bounces (store_id, address)`,
  ...(
    [
      ['insert', 'new'],
      ['update', 'new'],
      ['delete', 'old'],
    ] as const
  ).map(
    ([
      event,
      rows,
    ]) => `create trigger contact_bounces_${event}_revision after ${event} on contact_bounces
    referencing ${rows} table as changed for each statement
    when (pg_trigger_depth() = 0) execute function renew_mark_revision('bounced')`,
  ),
  // For everybody.
  `create table bounced_contacts (
    store_id bigint not null references stores on delete cascade,
    address text collate "C" not null,
    since timestamptz not null,
    primary key (store_id, address)
  )`,
  `alter table stores add column email_bounced boolean not null default false`,
  `create function note_bounced_contact() returns trigger language plpgsql as $$
  begin
    update stores set email_bounced = (tg_op = 'INSERT')
      where id = coalesce(new.store_id, old.store_id) and lower(email) = coalesce(new.address, old.address);
    return null;
  end $$`,
  `create trigger bounced_contacts_note after insert or delete on bounced_contacts for each row execute function note_bounced_contact()`,
]
