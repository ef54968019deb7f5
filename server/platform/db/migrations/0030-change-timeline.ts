import { type Kysely, sql } from 'kysely'

/**
 * The history of a store: what changed, from what to what, when, and by which evidence. Additive,
 * so that the release before this one keeps running on it; `store_events.detail` is no longer
 * written, and a later release may drop it.
 */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table store_events
    add column subject text,
    add column before text,
    add column after text,
    add column strength text not null default 'strong' check (strength in ('strong', 'weak')),
    add column label text,
    add column source_url text,
    add column path text`,
  `update store_events set
    before = detail ->> 'from',
    after = detail ->> 'to',
    label = 'observed',
    source_url = 'https://' || (detail ->> 'host') || '/',
    path = case kind when 'closed' then 'answer: ' || (detail ->> 'reason') else 'visit' end
    where detail is not null`,
  `create index store_events_at on store_events (store_id, at)`,

  // Pages of the last visit to the open shop: only on these can a later visit tell an addition from
  // something not read before.
  `create table store_readings (store_id bigint primary key, pages text[] not null, read_at timestamptz not null)`,

  `alter table product_changes add column currency text, add column before_place integer, add column after_place integer`,
  `alter table product_changes drop constraint product_changes_kind_check`,
  `alter table product_changes add constraint product_changes_kind_check
    check (kind in ('added', 'removed', 'returned', 'sold_out', 'restocked', 'price_up', 'price_down', 'best_seller'))`,
  `create index product_changes_store_at on product_changes (store_id, at)`,

  // The latest day of each kind; the two arrays of a store hold the kinds of its last 7 and 30
  // days, for the filters of the list.
  `create table store_change_days (
    store_id bigint not null, kind text not null, day date not null, primary key (store_id, kind))`,
  `create index store_change_days_day on store_change_days (day)`,
  `alter table stores
    add column changed_7d text[] not null default '{}',
    add column changed_30d text[] not null default '{}',
    add column alive_on date,
    add column closed_at timestamptz`,
  `update stores set
    alive_on = case when status = 'CLOSED' then greatest(visible_at, coalesce(
        (select max(e.at) from store_events e where e.store_id = stores.id and e.kind <> 'closed'), visible_at))
      else last_checked_at end at time zone 'UTC',
    closed_at = case when status = 'CLOSED' then coalesce(
      (select max(e.at) from store_events e where e.store_id = stores.id and e.kind = 'closed'), last_checked_at) end`,
]
