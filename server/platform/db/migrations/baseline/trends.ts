/**
 * Days after the one on which a store was found until it no longer counts as new: `newStoreDays` -
 * 1 of the trend formula.
 */
const NEW_FOR = 29

/**
 * Trends are computed for changed clusters only. Triggers note which clusters a change concerns and
 * on which days, so that no writer can forget it.
 */
export const trends = [
  `create table product_trends (
    store_id bigint not null,
    product_id bigint not null,
    day date not null,
    cluster bigint not null,
    primary key (store_id, product_id, day)
  )`,
  `create index product_trends_day on product_trends (day, cluster, store_id, product_id)`,
  `create table trend_scores (
    cluster bigint not null,
    day date not null,
    stores integer not null,
    score integer not null,
    badge text not null check (badge in ('testing', 'heating', 'proven')),
    components jsonb not null,
    is_trending boolean not null,
    primary key (cluster, day)
  )`,
  `create index trend_scores_day on trend_scores (day, cluster)`,
  `create table trend_days (
    day date primary key,
    opened_at timestamptz,
    closed_at timestamptz,
    scanned jsonb,
    events_at timestamptz
  )`,
  // Append-only, so that writers of stores and products never wait for each other here. Rows
  // without days concern only open days.
  `create table trend_invalidations (
    id bigint generated always as identity primary key,
    cluster bigint not null,
    from_day date,
    to_day date
  )`,
  `create index trend_invalidations_open on trend_invalidations (id) where from_day is null`,
  `create index trend_invalidations_days on trend_invalidations (id) where from_day is not null`,
  // The queue of computations, without duplicates. Only the trends stage writes here.
  `create table trend_queue (
    day date not null,
    cluster bigint not null,
    primary key (day, cluster)
  )`,
  // When a store began to list a product: the day it was found, or the product's own day if that
  // came later.
  `create function listed_day(found date, created timestamptz, published timestamptz, seen timestamptz) returns date language sql immutable parallel safe as $$ select greatest(found, least((coalesce(created, published, '-infinity') at time zone 'UTC')::date, (seen at time zone 'UTC')::date)) $$`,
  `create function note_listing_change() returns trigger language plpgsql as $$
  declare
    found date;
    was date;
    now date;
  begin
    select s.found_day into found from stores s where s.id = coalesce(new.store_id, old.store_id) and s.launch_status = 'new';
    if found is null then return null; end if;
    was := listed_day(found, old.created_at, old.published_at, old.last_seen_at);
    now := listed_day(found, new.created_at, new.published_at, new.last_seen_at);
    if tg_op = 'UPDATE' and old.cluster is not distinct from new.cluster and was = now then
      -- Removed or listed again: it counts up to that day as before.
      was := greatest(was, (least(old.removed_at, new.removed_at) at time zone 'UTC')::date);
      if was <= found + ${NEW_FOR} then
        insert into trend_invalidations (cluster, from_day, to_day) values (new.cluster, was, found + ${NEW_FOR});
      end if;
      return null;
    end if;
    if old.cluster is not null then
      insert into trend_invalidations (cluster, from_day, to_day) values (old.cluster, was, greatest(was, found + ${NEW_FOR}));
    end if;
    if new.cluster is not null then
      insert into trend_invalidations (cluster, from_day, to_day) values (new.cluster, now, greatest(now, found + ${NEW_FOR}));
    end if;
    return null;
  end $$`,
  `create trigger products_listing_insert after insert on products
    for each row when (new.cluster is not null) execute function note_listing_change()`,
  // Deleting the row of a product that was removed long ago changes nothing: it still counts on the
  // days before its removal.
  `create trigger products_listing_delete after delete on products
    for each row when (old.cluster is not null and old.removed_at is null) execute function note_listing_change()`,
  `create trigger products_listing_update after update on products
    for each row when ((old.cluster is not null or new.cluster is not null) and (
      old.cluster is distinct from new.cluster or old.removed_at is distinct from new.removed_at
      or listed_day('-infinity', old.created_at, old.published_at, old.last_seen_at)
        <> listed_day('-infinity', new.created_at, new.published_at, new.last_seen_at)))
    execute function note_listing_change()`,
  `create function note_listing_store_change() returns trigger language plpgsql as $$
  begin
    insert into trend_invalidations (cluster, from_day, to_day)
      select distinct p.cluster, listed.day, greatest(listed.day, state.found + ${NEW_FOR})
      from (values (old.found_day, old.launch_status), (new.found_day, new.launch_status)) as state (found, status)
      join products p on p.store_id = old.id and p.cluster is not null
      cross join lateral (select listed_day(state.found, p.created_at, p.published_at, p.last_seen_at) as day) as listed
      where state.status = 'new';
    return null;
  end $$`,
  `create trigger stores_listing_update after update on stores
    for each row when (old.found_day <> new.found_day or old.launch_status <> new.launch_status)
    execute function note_listing_store_change()`,
  `create trigger stores_listing_delete after delete on stores
    for each row when (old.launch_status = 'new') execute function note_listing_store_change()`,
  `create function note_listing_event() returns trigger language plpgsql as $$
  begin
    insert into trend_invalidations (cluster)
      select cluster from products where store_id = coalesce(new.store_id, old.store_id)
        and product_id = coalesce(new.product_id, old.product_id) and cluster is not null;
    return null;
  end $$`,
  `create trigger product_changes_event after insert on product_changes
    for each row when (new.kind in ('sold_out', 'restocked', 'price_up', 'price_down')) execute function note_listing_event()`,
  `create trigger product_places_event after insert or delete on product_places for each row execute function note_listing_event()`,
  `create trigger product_places_moved after update on product_places
    for each row when (old.place <> new.place) execute function note_listing_event()`,
]
