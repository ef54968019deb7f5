import { type Kysely, sql } from 'kysely'

/**
 * Lines that an account wants to see no stores of, the uploads that they came with, and the stores
 * that match. The other release neither writes nor reads these tables.
 */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // `name` is null for pasted lines.
  `create table exclusion_uploads (
    id uuid primary key,
    user_id uuid not null references users on delete cascade,
    name text,
    reason text not null check (reason in ('customer', 'competitor', 'other')),
    created_at timestamptz not null
  )`,
  `create index exclusion_uploads_user on exclusion_uploads (user_id)`,
  `create table exclusions (
    user_id uuid not null references users on delete cascade,
    key text collate "C" not null,
    kind text not null check (kind in ('domain', 'host', 'shop', 'address')),
    upload_id uuid not null references exclusion_uploads on delete cascade,
    line integer not null,
    primary key (user_id, key)
  )`,
  // Each visit asks which accounts have a line with a name of its store.
  `create index exclusions_key on exclusions (key)`,
  `create index exclusions_upload on exclusions (upload_id)`,
  // A store that several lines match stays hidden until the last of them is removed.
  `create table hidden_stores (
    user_id uuid not null references users on delete cascade,
    store_id bigint not null references stores on delete cascade,
    key text collate "C" not null,
    primary key (user_id, store_id, key),
    foreign key (user_id, key) references exclusions on delete cascade
  )`,
  ...(
    [
      ['insert', 'new'],
      ['delete', 'old'],
    ] as const
  ).map(
    ([
      event,
      rows,
    ]) => `create trigger hidden_stores_${event}_revision after ${event} on hidden_stores
    referencing ${rows} table as changed for each statement
    when (pg_trigger_depth() = 0) execute function renew_mark_revision('hidden')`,
  ),
  `create index hidden_stores_line on hidden_stores (user_id, key)`,
  `create index hidden_stores_store on hidden_stores (store_id)`,
  // Every address that a store has published. Like its keys, written before its row.
  `create table store_mails (
    address text collate "C" not null,
    store_id bigint not null references stores on delete cascade deferrable initially deferred,
    primary key (address, store_id)
  )`,
  `create index store_mails_store on store_mails (store_id)`,
  // Read backwards, all mailboxes of a domain and all hosts below it begin alike.
  `create index store_mails_backwards on store_mails (reverse(address))`,
  `create index store_keys_backwards on store_keys (reverse(key) collate "C")
    where key like 'host:%.%.%' and key not like '%.myshopify.com'`,
  `insert into store_mails (address, store_id)
    select distinct lower(item -> 'value' ->> 'address'), store_id
    from store_facts, jsonb_array_elements(items) as item
    where key = 'emails' and jsonb_typeof(items) = 'array' and item -> 'value' ->> 'address' is not null
      and exists (select from stores where stores.id = store_facts.store_id)`,
]
