import { type Kysely, sql } from 'kysely'

/**
 * What stores added and removed lately, by item and day, and warning signs with their evidence. The
 * columns of `stores` that follow from both are filters of the list; null = not known yet.
 */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table stores
    add column tech_added_7d jsonb not null default '[]',
    add column tech_added_30d jsonb not null default '[]',
    add column tech_removed_7d jsonb not null default '[]',
    add column tech_removed_30d jsonb not null default '[]',
    add column new_products_7d integer,
    add column new_products_30d integer,
    add column newest_product_day date,
    add column risks text[],
    add column shared_share double precision`,
  // amount: how many products began that day; in_7d: not yet taken out of the shorter window.
  `create table store_window_days (
    store_id bigint not null references stores on delete cascade,
    kind text not null check (kind in ('tech_added', 'tech_removed', 'product')),
    item text not null,
    label text not null,
    day date not null,
    amount integer not null,
    in_7d boolean not null,
    primary key (store_id, kind, item, day)
  )`,
  `create index store_window_days_day on store_window_days (day)`,
  `create index store_window_days_7d on store_window_days (day) where in_7d`,
  // Warning signs with their evidence. Another store is named by its number: it may be erased.
  `create table store_assessments (
    store_id bigint primary key references stores on delete cascade,
    flags jsonb not null,
    assessed_at timestamptz not null
  )`,
  `create index store_assessments_at on store_assessments (assessed_at)`,
  // Stores to look at. Append-only, so that writers never wait for each other.
  `create table assessment_requests (
    id bigint generated always as identity primary key,
    store_id bigint not null
  )`,
  `insert into assessment_requests (store_id) select id from stores order by id desc`,
  // Events name an app by its name; its facts, also those that are gone, know the handle.
  `insert into store_window_days (store_id, kind, item, label, day, amount, in_7d)
    select distinct on (e.store_id, kind, item, day) e.store_id, t.kind, coalesce(app.handle, e.subject) as item, e.subject, t.day, 1, t.day > t.today - 7
    from store_events e
    cross join lateral (select case when e.kind like '%added' then 'tech_added' else 'tech_removed' end as kind,
      (e.at at time zone 'UTC')::date as day, (now() at time zone 'UTC')::date as today) as t
    left join lateral (
      select item->'value'->>'handle' as handle from store_facts f cross join lateral jsonb_array_elements(f.items) as item
      where e.kind like 'app%' and f.store_id = e.store_id and f.key = 'apps' and item->'value'->>'name' = e.subject limit 1) as app on true
    where e.kind in ('app_added', 'app_removed', 'pixel_added', 'pixel_removed') and e.strength = 'strong' and e.subject is not null
      and t.day > t.today - 30 and not exists (
        select from store_events o where o.store_id = e.store_id and o.at = e.at and o.subject = e.subject and o.kind <> e.kind)`,
  ...['added', 'removed'].flatMap((change) =>
    [7, 30].map(
      (days) => `update stores set tech_${change}_${days}d = t.items
        from (select store_id, jsonb_agg(distinct jsonb_build_object('value', item, 'label', label)) as items
          from store_window_days where kind = 'tech_${change}'${days === 7 ? ' and in_7d' : ''} group by store_id) as t
        where t.store_id = stores.id`,
    ),
  ),
]
