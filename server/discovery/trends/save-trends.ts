import { sql } from 'kysely'
import type { Day } from '#contracts/dates.ts'
import type { ClusterId, StoreId } from '#contracts/ids.ts'
import { scoreTrend } from '#discovery/trend/score-trend.ts'
import { jsonText } from '#server/platform/db/sql-text.ts'
import { lockStores } from '#server/platform/locks.ts'
import type { Db } from '#server/platform/db/schema.ts'
import type { ClusterCounts } from './count-trends.ts'

/**
 * Updates a day's trends of some clusters from their counts, and writes only differences. Readers
 * see each cluster before or after, never in between.
 */
export async function saveTrends(
  db: Db,
  { day, clusters }: { day: Day; clusters: readonly ClusterId[] },
  counted: ClusterCounts[],
): Promise<void> {
  const scores = counted.map(toScore)
  const expected = counted.flatMap((one, at) => (scores[at]?.is_trending ? toTrending(one) : []))
  const present = await db
    .selectFrom('product_trends')
    .select(['store_id', 'product_id', 'cluster'])
    .where('day', '=', day)
    .where(sql<boolean>`cluster = any(${clusters}::bigint[])`)
    .execute()
  const added = without(expected, new Set(present.map(withCluster)), withCluster)
  const removed = without(present, new Set(expected.map(keyOf)), keyOf)
  const [gaining, losing] = [storesOf(added), storesOf(removed)]
  await lockStores(db, [...gaining, ...losing])
  await writeChanges(db, { day, clusters, scores, added, removed })
  await raiseLastTrendingDay(db, gaining, day)
  await saveLastTrendingDays(db, losing, day)
}

type Score = ReturnType<typeof toScore>
type Trending = { store_id: StoreId; product_id: number; cluster: ClusterId }

const toScore = ({ cluster, counts }: ClusterCounts) => {
  const { isTrending, score, badge, components } = scoreTrend(counts)
  return { cluster, stores: counts.stores, score, badge, components, is_trending: isTrending }
}

const toTrending = ({ cluster, listings }: ClusterCounts): Trending[] =>
  listings.map(({ storeId, productId }) => ({ store_id: storeId, product_id: productId, cluster }))

const storesOf = (listings: Trending[]): StoreId[] => [
  ...new Set(listings.map(({ store_id }) => store_id)),
]

const keyOf = ({ store_id, product_id }: Trending): string => `${store_id}-${product_id}`
const withCluster = (listing: Trending): string => `${keyOf(listing)}-${listing.cluster}`

const without = (
  listings: Trending[],
  known: ReadonlySet<string>,
  keyOf: (listing: Trending) => string,
) => listings.filter((listing) => !known.has(keyOf(listing)))

const unnestRows = (
  listings: Trending[],
) => sql`unnest(${listings.map((row) => row.store_id)}::bigint[],
  ${listings.map((row) => row.product_id)}::bigint[], ${listings.map((row) => row.cluster)}::bigint[]) as t (store_id, product_id, cluster)`

type Changes = {
  day: Day
  clusters: readonly ClusterId[]
  scores: Score[]
  added: Trending[]
  removed: Trending[]
}

/** A product deleted meanwhile is left out, so that no trend lacks its product. */
async function writeChanges(
  db: Db,
  { day, clusters, scores, added, removed }: Changes,
): Promise<void> {
  await sql`
    with gone as (
      delete from product_trends p using ${unnestRows(removed)}
      where p.store_id = t.store_id and p.product_id = t.product_id and p.day = ${day} and p.cluster = t.cluster),
    come as (
      insert into product_trends (store_id, product_id, day, cluster)
      select t.store_id, t.product_id, ${day}::date, t.cluster from ${unnestRows(added)}
      join products p on p.store_id = t.store_id and p.product_id = t.product_id
      on conflict (store_id, product_id, day) do update set cluster = excluded.cluster),
    ended as (
      delete from trend_scores where day = ${day} and cluster = any(${clusters}::bigint[])
        and cluster <> all(${scores.map(({ cluster }) => cluster)}::bigint[]))
    insert into trend_scores (cluster, day, stores, score, badge, components, is_trending)
    select cluster, ${day}::date, stores, score, badge, components, is_trending
    from jsonb_to_recordset(${jsonText(scores)}::jsonb)
      as t (cluster bigint, stores integer, score integer, badge text, components jsonb, is_trending boolean)
    on conflict (cluster, day) do update set stores = excluded.stores, score = excluded.score, badge = excluded.badge,
      components = excluded.components, is_trending = excluded.is_trending
    where (trend_scores.stores, trend_scores.score, trend_scores.badge, trend_scores.components, trend_scores.is_trending)
      is distinct from (excluded.stores, excluded.score, excluded.badge, excluded.components, excluded.is_trending)`.execute(
    db,
  )
}

/**
 * After rows of `product_trends` were inserted. Call it in the transaction that locked the stores'
 * rows.
 */
async function raiseLastTrendingDay(db: Db, storeIds: readonly StoreId[], day: Day): Promise<void> {
  if (storeIds.length === 0) return
  await sql`
    update stores set last_trending_day = ${day}
    where id = any(${storeIds}::bigint[]) and (last_trending_day is null or last_trending_day < ${day})`.execute(
    db,
  )
}

/**
 * After rows of `product_trends` were deleted, of one day or of any. Call it in the transaction
 * that locked the stores' rows.
 */
export async function saveLastTrendingDays(
  db: Db,
  storeIds: readonly StoreId[],
  gone: Day | null = null,
): Promise<void> {
  if (storeIds.length === 0) return
  await sql`
    update stores s set last_trending_day = t.day
    from (
      select asked.id, (select max(day) from product_trends where store_id = asked.id) as day
      from unnest(${storeIds}::bigint[]) as asked (id)
      join stores s on s.id = asked.id and s.last_trending_day = coalesce(${gone}::date, s.last_trending_day)) as t
    where s.id = t.id and s.last_trending_day is distinct from t.day`.execute(db)
}
