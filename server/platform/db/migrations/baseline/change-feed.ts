/** An ordered feed of changes to stores and trends: `server/catalog/search/change-feed.ts`. */
export const changeFeed = [
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
  // Committed changes in their order. It names deleted stores too.
  `create table change_feed (
    seq bigint generated always as identity primary key,
    changed_store bigint,
    day date,
    clusters bigint[],
    numbered_at timestamptz not null default now()
  )`,
  `create table change_feed_state (
    only_row boolean primary key default true check (only_row),
    pruned_to bigint not null default 0
  )`,
  `insert into change_feed_state default values`,
  // Changes are kept until all followers have read them. Two releases with different tables have a
  // row each.
  `create table change_followers (
    name text primary key,
    position bigint not null,
    generation integer not null default 0,
    followed_at timestamptz not null,
    schema integer not null default 0
  )`,
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
  // A listing that moves to another cluster, or a cluster that stops trending, changes two sets of
  // rows: those before and those after.
  ...[
    { table: 'product_trends', note: 'note_trend_change' },
    { table: 'trend_scores', note: 'note_score_change' },
  ].flatMap(({ table, note }) =>
    [
      { name: 'insert', event: 'insert', rows: 'new' },
      { name: 'delete', event: 'delete', rows: 'old' },
      { name: 'update_old', event: 'update', rows: 'old' },
      { name: 'update_new', event: 'update', rows: 'new' },
    ].map(
      ({ name, event, rows }) => `create trigger ${table}_${name} after ${event} on ${table}
        referencing ${rows} table as changed for each statement execute function ${note}()`,
    ),
  ),
]
