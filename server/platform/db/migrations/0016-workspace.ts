import { type Kysely, sql } from 'kysely'

/**
 * The research workspace: saved stores, saved searches and exports, and what the index of stores
 * needs to follow changes.
 */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // change_id: the transaction that last changed what a list can show; `server/search` resumes
  // reading from it. last_trending_day: the last day on which one of the store's products was
  // trending. listed_products: rows of `products` that are not removed.
  `alter table stores
    add column change_id bigint not null default 0,
    add column last_trending_day date,
    add column listed_products integer not null default 0`,
  `update stores s set last_trending_day = t.day
    from (select store_id, max(day) as day from product_trends group by store_id) t where t.store_id = s.id`,
  `update stores s set listed_products = p.listed
    from (select store_id, count(*) as listed from products where removed_at is null group by store_id) p where p.store_id = s.id`,
  `create index stores_change on stores (change_id, id)`,
  // removed_id, not store_id: deleting a store deletes all rows with a store_id.
  `create table store_removals (removed_id bigint primary key, change_id bigint not null, at timestamptz not null default now())`,
  `create index store_removals_change on store_removals (change_id)`,
  // Looking at a store again changes nothing that a list shows: most visits leave the index alone.
  `create function note_store_change() returns trigger language plpgsql as $$
  begin
    if tg_op = 'DELETE' then
      insert into store_removals (removed_id, change_id) values (old.id, (pg_current_xact_id()::text)::bigint)
        on conflict (removed_id) do update set change_id = excluded.change_id;
      return old;
    end if;
    if tg_op = 'UPDATE' then
      old.last_checked_at := new.last_checked_at;
      old.screenshot_at := new.screenshot_at;
      old.screenshot_due_at := new.screenshot_due_at;
      old.change_id := new.change_id;
      if old is not distinct from new then return new; end if;
    end if;
    new.change_id := (pg_current_xact_id()::text)::bigint;
    return new;
  end $$`,
  `create trigger stores_change before insert or update or delete on stores for each row execute function note_store_change()`,
  // Days whose trends changed, for processes that keep them in memory:
  // `server/catalog/search/trend-index.ts`. change_id: as in stores.
  `create table trend_changes (day date primary key, change_id bigint not null)`,
  `insert into trend_changes (day, change_id) select distinct day, 0 from product_trends`,
  `create function note_trend_change() returns trigger language plpgsql as $$
  begin
    insert into trend_changes (day, change_id)
      select distinct day, (pg_current_xact_id()::text)::bigint from changed order by day
      on conflict (day) do update set change_id = excluded.change_id;
    return null;
  end $$`,
  ...['insert', 'update', 'delete'].map(
    (event) => `create trigger product_trends_${event} after ${event} on product_trends
      referencing ${event === 'delete' ? 'old' : 'new'} table as changed for each statement execute function note_trend_change()`,
  ),
  `create table saved_stores (
    user_id uuid not null,
    store_id bigint not null,
    id bigint generated always as identity,
    notes text not null default '',
    tags text[] not null default '{}',
    is_favorite boolean not null default false,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    primary key (user_id, store_id)
  )`,
  `create index saved_stores_store on saved_stores (store_id)`,
  `create table saved_products (
    user_id uuid not null,
    store_id bigint not null,
    product_id bigint not null,
    id bigint generated always as identity,
    notes text not null default '',
    tags text[] not null default '{}',
    is_favorite boolean not null default false,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    primary key (user_id, store_id, product_id)
  )`,
  `create unique index saved_products_id on saved_products (user_id, id)`,
  `create index saved_products_store on saved_products (store_id)`,
  // query: the part of the list's address that holds the search. mails: whether new matches are
  // mailed every day; only those that became visible after mails_since. checked_at: when the search
  // last ran.
  `create table saved_searches (
    id uuid primary key,
    user_id uuid not null,
    name text not null,
    view text not null,
    query text not null,
    mails boolean not null default false,
    mails_since timestamptz not null,
    checked_at timestamptz not null,
    mailed_at timestamptz,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    seen_at timestamptz not null
  )`,
  `create index saved_searches_user on saved_searches (user_id)`,
  `create index saved_searches_due on saved_searches (checked_at) where mails`,
  // Stores that a search has already reported, so that it reports each store once.
  `create table saved_search_hits (
    search_id uuid not null,
    store_id bigint not null,
    at timestamptz not null,
    primary key (search_id, store_id)
  )`,
  `create index saved_search_hits_store on saved_search_hits (store_id)`,
  `create table digests (user_id uuid not null, week date not null, at timestamptz not null, primary key (user_id, week))`,
  // A requested download; its address works once and expires soon.
  `create table export_tickets (
    token_hash text primary key,
    user_id uuid not null,
    request jsonb not null,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    used_at timestamptz
  )`,
  `create index export_tickets_user on export_tickets (user_id)`,
  `create table export_usage (user_id uuid not null, day date not null, rows bigint not null, primary key (user_id, day))`,
  // A stay of a person: from the first call to the last one before half an hour of rest.
  `alter table users add column stayed_until timestamptz, add column previous_stay_until timestamptz`,
]
