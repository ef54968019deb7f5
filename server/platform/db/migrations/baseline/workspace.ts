/** Saved items, notifications and exports of an account. */
export const workspace = [
  `create table saved_stores (
    user_id uuid not null references users on delete cascade,
    store_id bigint not null references stores on delete cascade,
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
    user_id uuid not null references users on delete cascade,
    store_id bigint not null,
    product_id bigint not null,
    id bigint generated always as identity,
    notes text not null default '',
    tags text[] not null default '{}',
    is_favorite boolean not null default false,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    primary key (user_id, store_id, product_id),
    foreign key (store_id, product_id) references products on delete cascade
  )`,
  `create unique index saved_products_id on saved_products (user_id, id)`,
  `create index saved_products_store on saved_products (store_id)`,
  // Not indexed by checked_at: each run writes that column, and would write every index on it.
  `create table saved_searches (
    id uuid primary key,
    user_id uuid not null references users on delete cascade,
    name text not null,
    view text not null,
    query text not null,
    mails boolean not null default false,
    mails_since timestamptz not null,
    checked_at timestamptz not null,
    mailed_at timestamptz,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    seen_at timestamptz not null,
    instant boolean not null default false,
    webhooks boolean not null default false,
    unmailed_since timestamptz
  )`,
  `create index saved_searches_user on saved_searches (user_id)`,
  `create index saved_searches_reported on saved_searches (id) where mails or webhooks`,
  `create index saved_searches_instant on saved_searches (id) where instant and (mails or webhooks)`,
  `create table saved_search_hits (
    search_id uuid not null references saved_searches on delete cascade,
    store_id bigint not null references stores on delete cascade,
    at timestamptz not null,
    primary key (search_id, store_id)
  )`,
  `create index saved_search_hits_store on saved_search_hits (store_id)`,
  // A mail or a message reads the hits of some minutes.
  `create index saved_search_hits_at on saved_search_hits (search_id, at)`,
  `create table webhooks (
    id uuid primary key,
    user_id uuid not null references users on delete cascade,
    url text not null,
    secret text not null,
    created_at timestamptz not null,
    failing_since timestamptz,
    paused_at timestamptz,
    last_attempt_at timestamptz,
    last_status integer
  )`,
  `create index webhooks_user_id on webhooks (user_id)`,
  `create table webhook_deliveries (
    id uuid primary key,
    webhook_id uuid not null references webhooks on delete cascade,
    search_id uuid not null references saved_searches on delete cascade,
    found_at timestamptz not null,
    found_until timestamptz not null,
    created_at timestamptz not null,
    due_at timestamptz not null,
    first_tried_at timestamptz,
    tries integer not null default 0
  )`,
  `create index webhook_deliveries_due_at on webhook_deliveries (due_at)`,
  `create index webhook_deliveries_webhook_id on webhook_deliveries (webhook_id, search_id)`,
  `create index webhook_deliveries_search_id on webhook_deliveries (search_id)`,
  `create table feeds (
    id uuid primary key,
    user_id uuid not null references users on delete cascade,
    search_id uuid references saved_searches on delete cascade,
    token_hash text not null unique,
    created_at timestamptz not null,
    read_at timestamptz,
    unique nulls not distinct (user_id, search_id)
  )`,
  `create index feeds_search_id on feeds (search_id)`,
  `create table digests (
    user_id uuid not null references users on delete cascade,
    week date not null,
    at timestamptz not null,
    primary key (user_id, week)
  )`,
  // A requested download; its address works once and expires soon.
  `create table export_tickets (
    token_hash text primary key,
    user_id uuid not null references users on delete cascade,
    request jsonb not null,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    used_at timestamptz
  )`,
  `create index export_tickets_user on export_tickets (user_id)`,
  `create table export_usage (
    user_id uuid not null references users on delete cascade,
    day date not null,
    rows bigint not null,
    primary key (user_id, day)
  )`,
  `create table contact_usage (
    user_id uuid not null references users on delete cascade,
    day date not null,
    stores integer not null,
    primary key (user_id, day)
  )`,
  `create table shown_contacts (
    user_id uuid not null references users on delete cascade,
    day date not null,
    store_id bigint not null,
    primary key (user_id, day, store_id)
  )`,
  `create index shown_contacts_day on shown_contacts (day)`,
  // One round trip, and exact beside other processes: the row of the account is locked, and each
  // statement in here sees earlier commits. Outside of a transaction it does not wait for the disk:
  // after a crash the last moments are not counted.
  `create function claim_contacts(account uuid, today date, asked bigint[], most integer, waits boolean) returns jsonb language plpgsql as $$
  declare
    used integer;
    added integer;
  begin
    if not waits then perform set_config('synchronous_commit', 'off', true); end if;
    insert into contact_usage values (account, today, 0) on conflict do nothing;
    select stores into used from contact_usage where user_id = account and day = today for update;
    insert into shown_contacts
      select account, today, id from unnest(asked) with ordinality as wanted(id, place)
      where not exists (select 1 from shown_contacts as shown
        where shown.user_id = account and shown.day = today and shown.store_id = wanted.id)
      order by place limit greatest(0, most - used)
      on conflict do nothing;
    get diagnostics added = row_count;
    if added > 0 then
      update contact_usage set stores = used + added where user_id = account and day = today;
    end if;
    return (select coalesce(jsonb_agg(store_id), '[]') from shown_contacts
      where user_id = account and day = today and store_id = any(asked));
  end $$`,
]
