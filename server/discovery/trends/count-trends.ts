import { type RawBuilder, sql } from 'kysely'
import { addDays, dayStart, type Day } from '#contracts/dates.ts'
import type { ClusterId, StoreId } from '#contracts/ids.ts'
import { TREND_FORMULA } from '#contracts/catalog/trending.ts'
import type { TrendCounts } from '#discovery/trend/score-trend.ts'
import { listedOn } from '#server/platform/db/sql-text.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { endOf } from './trend-days.ts'

const { windowDays, newStoreDays, gate, constants } = TREND_FORMULA

/**
 * The products of one day: in stores that are new on it, matched, listed by then and not removed.
 * Uses the aliases `products p`, `stores s`.
 */
export const isListedOn = (day: Day): RawBuilder<boolean> => sql`(s.launch_status = 'new'
  and s.found_day between ${addDays(day, 1 - newStoreDays)} and ${day} and p.cluster is not null
  and (p.removed_at is null or p.removed_at >= ${endOf(day)}) and ${listedOn} <= ${day}::date)`

type Listing = { storeId: StoreId; productId: number }
export type ClusterCounts = { cluster: ClusterId; counts: TrendCounts; listings: Listing[] }

/**
 * The inputs of the formula, for each cluster with enough new stores, in one statement. For the
 * given clusters, or from all stores that are new on the day, which is the reference that tests
 * compare with.
 */
export async function countTrends(
  db: Db,
  day: Day,
  clusters: readonly ClusterId[] | null = null,
): Promise<ClusterCounts[]> {
  const windowStart = addDays(day, 1 - windowDays)
  const { rows } = await sql<Row>`
    with ${clusters ? listingsOf(clusters, day) : allListings(day)},
    hot as materialized (
      select cluster, count(*)::integer as "listingStores",
        (count(*) filter (where listed >= ${windowStart}))::integer as stores,
        (count(*) filter (where listed < ${windowStart} and listed >= ${addDays(windowStart, -windowDays)}))::integer as "storesBefore"
      from (select cluster, store_id, min(listed) as listed from listing group by 1, 2) as by_store
      group by cluster having count(*) filter (where listed >= ${windowStart}) >= ${gate.leastStores}),
    placed as (
      select cluster, sum(best) as "placeSum", sum(sells)::integer as "bestSellerStores", sum(homes)::integer as "homeStores"
      from (
        select l.cluster, l.store_id, max(${placeValueSql}) as best, max((pp.list = 'best_sellers')::integer) as sells,
          max((pp.list = 'home')::integer) as homes
        from hot join listing l using (cluster) join product_places pp on pp.store_id = l.store_id and pp.product_id = l.product_id
        group by 1, 2) as by_store
      group by cluster),
    moved as (
      select l.cluster, ${storesWith('sold_out')} as "soldOutStores", ${storesWith('restocked')} as "restockedStores",
        ${storesWith('price_up')} as "priceUpStores", ${storesWith('price_down')} as "priceDownStores",
        ${storesWith('sold_out', 'restocked', 'price_up')} as "sellingStores"
      from hot join listing l using (cluster) join product_changes c on c.store_id = l.store_id and c.product_id = l.product_id
      where c.at >= ${dayStart(windowStart)} and c.at < ${endOf(day)}
      group by l.cluster),
    listed_by as (
      select cluster, array_agg(store_id) as "storeIds", array_agg(product_id) as "productIds" from hot join listing using (cluster)
      group by cluster)
    select hot.*, "storeIds", "productIds", ${day}::date - first.day as "ageDays", coalesce("placeSum", 0)::float8 as "placeSum", coalesce("bestSellerStores", 0) as "bestSellerStores",
      coalesce("homeStores", 0) as "homeStores", coalesce("soldOutStores", 0) as "soldOutStores", coalesce("restockedStores", 0) as "restockedStores",
      coalesce("priceUpStores", 0) as "priceUpStores", coalesce("priceDownStores", 0) as "priceDownStores", coalesce("sellingStores", 0) as "sellingStores"
    from hot join listed_by using (cluster) join first using (cluster) left join placed using (cluster) left join moved using (cluster) order by cluster`.execute(
    db,
  )
  return rows.map(({ cluster, storeIds, productIds, ...counts }) => ({
    cluster,
    counts,
    listings: storeIds.map((storeId, at) => ({ storeId, productId: productIds[at] ?? 0 })),
  }))
}

type Row = { cluster: ClusterId; storeIds: StoreId[]; productIds: number[] } & TrendCounts

/**
 * `listing`: products listed on the day; `first`: when a new store listed the product for the first
 * time. Each product is read once.
 */
const listingsOf = (clusters: readonly ClusterId[], day: Day) => sql`
  known as materialized (
    select p.cluster, p.store_id, p.product_id, p.created_at, p.published_at, p.last_seen_at, p.removed_at, s.launch_status, s.found_day,
      ${listedOn} as listed
    from products p join stores s on s.id = p.store_id and s.launch_status = 'new' where p.cluster = any(${clusters}::bigint[])),
  listing as materialized (
    select p.cluster, p.store_id, p.product_id, p.listed from known p cross join lateral (select p.launch_status, p.found_day) as s
    where ${isListedOn(day)}),
  first as (select cluster, min(listed) as day from known group by cluster)`

/**
 * `offset 0` makes the planner start from the new stores: with outdated statistics it would rather
 * read all products that have a cluster (measured on 300,000, on a busy machine: 14 s instead of
 * 0.5).
 */
const allListings = (day: Day) => sql`
  listing as materialized (
    select p.cluster, p.store_id, p.product_id, ${listedOn} as listed
    from stores s cross join lateral (
      select store_id, product_id, cluster, created_at, published_at, last_seen_at, removed_at from products
      where store_id = s.id offset 0) as p
    where ${isListedOn(day)}),
  first as (
    select p.cluster, min(${listedOn}) as day from products p join stores s on s.id = p.store_id and s.launch_status = 'new'
    where p.cluster in (select cluster from listing) group by p.cluster)`

/** The same as `placeValue` of `discovery/trend/score-trend.ts`; a test compares them. */
const placeValueSql = sql`(case pp.list when 'home' then ${constants.homeShare}::float8 else 1 end)
  * greatest(0, least(1, (${constants.lastPlace}::float8 + 1 - pp.place) / ${constants.lastPlace}))`

const storesWith = (...kinds: string[]): RawBuilder<number> =>
  sql`(count(distinct c.store_id) filter (where c.kind = any(${kinds}::text[])))::integer`
