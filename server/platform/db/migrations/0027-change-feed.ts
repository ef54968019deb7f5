import { type Kysely, sql } from 'kysely'

/**
 * An ordered feed of changes for everything that keeps a copy of stores and trends. A transaction
 * notes what it changes in an outbox; after its commit one assigner at a time gives the change its
 * number. A late commit thus gets a late number, and no reader ever skips it, however long a
 * transaction elsewhere stays open. See `server/catalog/search/change-feed.ts`.
 */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // Append-only, so that writers never wait for each other here. A row names a store, or clusters
  // whose trends of one day changed.
  `create table change_outbox (
    id bigint generated always as identity primary key,
    changed_store bigint,
    day date,
    clusters bigint[],
    check ((changed_store is null) = (day is not null and clusters is not null))
  )`,
  // Rows live for a second: without this they would pile up between the usual vacuums.
  `alter table change_outbox set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000)`,
  // changed_store, not store_id: deleting a store deletes all rows with a store_id.
  `create table change_feed (
    seq bigint generated always as identity primary key,
    changed_store bigint,
    day date,
    clusters bigint[],
    numbered_at timestamptz not null default now()
  )`,
  // pruned_to: up to here changes were deleted; who has not read them has to read everything again.
  `create table change_feed_state (only_row boolean primary key default true check (only_row), pruned_to bigint not null default 0)`,
  `insert into change_feed_state default values`,
  // Read models outside the database, and how far each of them has come. Changes are kept until all
  // of them have read them.
  `create table change_followers (
    name text primary key, position bigint not null, generation integer not null default 0, followed_at timestamptz not null)`,

  // Changes of one store, or of one day's clusters, become one.
  `create function number_changes(most integer) returns integer language plpgsql as $$
  declare
    taken integer;
  begin
    perform pg_advisory_xact_lock(hashtext('number_changes'));
    with noted as (
      delete from change_outbox where id = any(array(select id from change_outbox order by id limit most)) returning *),
    numbered as (
      insert into change_feed (changed_store, day, clusters)
      select changed_store, null::date, null::bigint[] from (
        select changed_store, min(id) as first from noted where changed_store is not null group by changed_store order by first) as stores
      union all
      select null, day, clusters from (
        select day, array_agg(distinct cluster order by cluster) as clusters
        from noted cross join lateral unnest(noted.clusters) as cluster where day is not null group by day order by day) as trends)
    select count(*) into taken from noted;
    return taken;
  end $$`,

  `drop trigger stores_change on stores`,
  `drop function note_store_change()`,
  // Looking at a store again changes nothing that a list shows: most visits leave the feed alone.
  `create function note_store_change() returns trigger language plpgsql as $$
  begin
    if tg_op = 'UPDATE' then
      old.last_checked_at := new.last_checked_at;
      old.screenshot_at := new.screenshot_at;
      old.screenshot_due_at := new.screenshot_due_at;
      if old is not distinct from new then return null; end if;
    end if;
    insert into change_outbox (changed_store) values (coalesce(new.id, old.id));
    return null;
  end $$`,
  `create trigger stores_change after insert or update or delete on stores for each row execute function note_store_change()`,
  `alter table stores drop column change_id`,
  `drop table store_removals`,

  ...['insert', 'update', 'delete'].flatMap((event) => [
    `drop trigger product_trends_${event} on product_trends`,
    `drop trigger trend_scores_${event} on trend_scores`,
  ]),
  `drop function note_trend_change()`,
  `drop function note_score_change()`,
  `drop table trend_changes`,
  `create function note_trend_change() returns trigger language plpgsql as $$
  begin
    insert into change_outbox (day, clusters)
      select day, array_agg(distinct cluster) from changed group by day;
    return null;
  end $$`,
  `create function note_score_change() returns trigger language plpgsql as $$
  begin
    insert into change_outbox (day, clusters)
      select day, array_agg(distinct cluster) from changed where is_trending group by day;
    return null;
  end $$`,
  ...['insert', 'delete'].flatMap((event) => [
    trigger({ table: 'product_trends', event, from: event === 'delete' ? 'old' : 'new' }),
    trigger({ table: 'trend_scores', event, from: event === 'delete' ? 'old' : 'new' }),
  ]),
  // A listing that moves to another cluster, or a cluster that stops trending, changes two sets of
  // rows: those before and those after.
  ...['old', 'new'].flatMap((from) => [
    trigger({ table: 'product_trends', event: 'update', from, name: `update_${from}` }),
    trigger({ table: 'trend_scores', event: 'update', from, name: `update_${from}` }),
  ]),
]

type Trigger = {
  table: 'product_trends' | 'trend_scores'
  event: string
  from: string
  name?: string
}

function trigger({ table, event, from, name = event }: Trigger): string {
  const note = table === 'product_trends' ? 'note_trend_change' : 'note_score_change'
  return `create trigger ${table}_${name} after ${event} on ${table}
    referencing ${from} table as changed for each statement execute function ${note}()`
}
