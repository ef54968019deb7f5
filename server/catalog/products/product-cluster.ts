import { type Selectable, sql } from 'kysely'
import { type Day, dayOf } from '#contracts/dates.ts'
import type { ClusterId, StoreId } from '#contracts/ids.ts'
import { priceText } from '#contracts/money.ts'
import {
  type ListingEvent,
  ListingEventKind,
  type ProductCluster,
  type SimilarReason,
} from '#contracts/catalog/product-clusters.ts'
import type { CatalogRequest } from '#server/catalog/context.ts'
import { listedOn } from '#server/platform/db/sql-text.ts'
import type { Database, Db } from '#server/platform/db/schema.ts'
import { notFound } from '#server/platform/errors.ts'
import { requirePaid } from '#server/platform/session/viewer.ts'
import { findCluster, findFirstSeller } from './cluster-stores.ts'
import { readClusterFaces, readClusterSummary } from './cluster-summary.ts'
import { readPriceCourse } from './price-course.ts'
import { presentTrend, trendColumns } from './present-product.ts'

/**
 * A product across its stores; a merged one answers as the one that it became. @throws AppError
 * `not_found`
 */
export async function getProductCluster(
  ctx: CatalogRequest,
  id: ClusterId,
): Promise<ProductCluster> {
  requirePaid(ctx)
  const cluster = await findCluster(ctx.db, id)
  if (cluster === null) throw notFound()
  const [summary, trend, firstSeller, weeks, priceCourse, eventStores, events, similar] =
    await Promise.all([
      readClusterSummary(ctx, { cluster, lastDay: dayOf(ctx.now()) }),
      findTrend(ctx.db, cluster),
      findFirstSeller(ctx, cluster),
      readWeeks(ctx.db, cluster),
      readPriceCourse(ctx.db, cluster, ctx.now()),
      countEventStores(ctx.db, cluster),
      readEvents(ctx.db, cluster),
      findSimilarClusters(ctx, cluster),
    ])
  if (!summary) throw notFound()
  return {
    ...summary,
    trend: trend ? presentTrend(trend) : null,
    ...(await countStores(ctx.db, cluster)),
    firstSeller,
    newStoresByWeek: weeks,
    priceCourse,
    eventStores,
    events,
    similar,
  }
}

const findTrend = (db: Db, cluster: ClusterId) =>
  db
    .selectFrom('trend_scores')
    .select(trendColumns)
    .where('cluster', '=', cluster)
    .where('is_trending', '=', true)
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst()

type Counts = Pick<ProductCluster, 'newStores' | 'soldOutStores'>

async function countStores(db: Db, cluster: ClusterId): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select (count(*) filter (where is_new))::integer as "newStores", (count(*) filter (where is_sold_out))::integer as "soldOutStores"
    from (
      select bool_or(s.launch_status = 'new') as is_new, bool_and(p.available is false) as is_sold_out
      from products p join stores s on s.id = p.store_id
      where p.cluster = ${cluster} and p.removed_at is null group by s.id) as by_store`.execute(db)
  return rows[0] ?? { newStores: 0, soldOutStores: 0 }
}

const MAX_WEEKS = 53

async function readWeeks(db: Db, cluster: ClusterId): Promise<ProductCluster['newStoresByWeek']> {
  const { rows } = await sql<{ week: Day; stores: number }>`
    select date_trunc('week', listed)::date as week, count(*)::integer as stores
    from (
      select min(${listedOn}) as listed from products p join stores s on s.id = p.store_id and s.launch_status = 'new'
      where p.cluster = ${cluster} group by p.store_id) as by_store
    group by 1 order by 1 desc limit ${MAX_WEEKS}`.execute(db)
  return rows.toReversed()
}

const KINDS = ListingEventKind.options

async function countEventStores(
  db: Db,
  cluster: ClusterId,
): Promise<ProductCluster['eventStores']> {
  const rows = await selectEvents(db, cluster)
    .select(['c.kind', (on) => on.fn.count<number>('c.store_id').distinct().as('stores')])
    .groupBy('c.kind')
    .execute()
  const count = (kind: ListingEventKind) => rows.find((row) => row.kind === kind)?.stores ?? 0
  return {
    sold_out: count('sold_out'),
    restocked: count('restocked'),
    price_up: count('price_up'),
    price_down: count('price_down'),
  }
}

const selectEvents = (db: Db, cluster: ClusterId) =>
  db
    .selectFrom('products as p')
    .innerJoin('product_changes as c', (join) =>
      join.onRef('c.store_id', '=', 'p.store_id').onRef('c.product_id', '=', 'p.product_id'),
    )
    .where('p.cluster', '=', cluster)
    .where('c.kind', 'in', KINDS)

const MAX_EVENTS = 20

async function readEvents(db: Db, cluster: ClusterId): Promise<ProductCluster['events']> {
  const rows = await selectEvents(db, cluster)
    .innerJoin('stores as s', 's.id', 'p.store_id')
    .select(['s.name', 'p.store_id', 'p.product_id', 'p.currency as product_currency'])
    .select(['c.kind', 'c.at', 'c.before_minor', 'c.after_minor', 'c.currency'])
    .orderBy('c.at', 'desc')
    .orderBy('c.store_id', 'desc')
    .orderBy('c.id', 'desc')
    .limit(MAX_EVENTS)
    .execute()
  return rows.flatMap(({ name, product_currency: productCurrency, ...row }) =>
    presentEvent(row, productCurrency).map((event) => ({
      ...event,
      productId: `${row.store_id}-${row.product_id}`,
      storeName: name,
    })),
  )
}

const MAX_LISTING_EVENTS = 50

/** The price and stock history of one listing, the latest first. */
export async function readListingEvents(
  db: Db,
  listing: { store_id: StoreId; product_id: number; currency: string | null },
): Promise<ListingEvent[]> {
  const rows = await db
    .selectFrom('product_changes')
    .select(['kind', 'at', 'before_minor', 'after_minor', 'currency'])
    .where('store_id', '=', listing.store_id)
    .where('product_id', '=', listing.product_id)
    .where('kind', 'in', KINDS)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_LISTING_EVENTS)
    .execute()
  return rows.flatMap((row) => presentEvent(row, listing.currency))
}

type EventRow = Pick<
  Selectable<Database['product_changes']>,
  'kind' | 'at' | 'before_minor' | 'after_minor' | 'currency'
>

/**
 * None for a change of another kind. Events recorded before the currency was kept are in that of
 * the product.
 */
function presentEvent(row: EventRow, productCurrency: string | null): ListingEvent[] {
  const kind = KINDS.find((each) => each === row.kind)
  if (!kind) return []
  const currency = row.currency ?? productCurrency
  const [before, after] = [
    priceText(row.before_minor, currency),
    priceText(row.after_minor, currency),
  ]
  return [{ kind, at: row.at.toISOString(), before, after, currency }]
}

const MAX_SIMILAR = 6

type Similar = { cluster: ClusterId; reason: SimilarReason }

/**
 * Products that several of the same stores sell; where there are too few, trending ones of the same
 * type.
 */
async function findSimilarClusters(
  ctx: CatalogRequest,
  cluster: ClusterId,
): Promise<ProductCluster['similar']> {
  const shared = await findInSameStores(ctx.db, cluster)
  const room = MAX_SIMILAR - shared.length
  const known = [cluster, ...shared.map((similar) => similar.cluster)]
  const similar =
    room > 0 ? [...shared, ...(await findTrendingOfType(ctx.db, cluster, known, room))] : shared
  const faces = await readClusterFaces(
    ctx,
    similar.map((each) => each.cluster),
  )
  return similar.flatMap(({ cluster: id, reason }) => {
    const face = faces.get(id)
    return face ? [{ id, title: face.title, imageUrl: face.imageUrl, reason }] : []
  })
}

/**
 * Bounds the query for a product that thousands of stores sell, and for stores with huge
 * catalogues.
 */
const STORES_LOOKED_AT = 50
const PRODUCTS_PER_STORE = 500
const MIN_SHARED_STORES = 2

async function findInSameStores(db: Db, cluster: ClusterId): Promise<Similar[]> {
  const { rows } = await sql<{ cluster: ClusterId; stores: number; of: number }>`
    with newest as materialized (
      select s.id from stores s
      where s.id in (select store_id from products where cluster = ${cluster} and removed_at is null)
      order by s.found_at desc, s.id desc limit ${STORES_LOOKED_AT})
    select other.cluster, count(distinct newest.id)::integer as stores, (select count(*)::integer from newest) as of
    from newest cross join lateral (
      select p.cluster, p.removed_at from products p where p.store_id = newest.id
      order by p.product_id desc limit ${PRODUCTS_PER_STORE}) as other
    where other.cluster <> ${cluster} and other.removed_at is null
    group by other.cluster having count(distinct newest.id) >= ${MIN_SHARED_STORES}
    order by 2 desc, 1 desc limit ${MAX_SIMILAR}`.execute(db)
  return rows.map(({ cluster: id, stores, of }) => ({
    cluster: id,
    reason: { kind: 'shared_stores', stores, of },
  }))
}

/**
 * The type is the one that most of the stores give it. Only the latest day's trends: their number
 * is bounded.
 */
async function findTrendingOfType(
  db: Db,
  cluster: ClusterId,
  known: readonly number[],
  limit: number,
): Promise<Similar[]> {
  const { rows } = await sql<{ cluster: ClusterId; type: string }>`
    with own as (
      select product_type as type from products where cluster = ${cluster} and product_type <> ''
      group by 1 order by count(*) desc, 1 limit 1)
    select t.cluster, own.type
    from own join product_trends t on t.day = (select max(day) from product_trends)
    join products p on p.store_id = t.store_id and p.product_id = t.product_id and p.product_type = own.type and p.removed_at is null
    join trend_scores d on d.cluster = t.cluster and d.day = t.day
    where t.cluster <> all(${known}::bigint[])
    group by t.cluster, own.type order by max(d.score) desc, t.cluster desc limit ${limit}`.execute(
    db,
  )
  return rows.map(({ cluster: id, type }) => ({
    cluster: id,
    reason: { kind: 'same_type', productType: type },
  }))
}
