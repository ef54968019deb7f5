import type { ClusterId } from '#contracts/ids.ts'
import { sql } from 'kysely'
import type { ProductCluster, SimilarReason } from '#contracts/catalog/product-clusters.ts'
import type { CatalogRequest } from '#server/catalog/context.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { readClusterFaces } from './cluster-summary.ts'

const MAX_SIMILAR = 6

type Similar = { cluster: ClusterId; reason: SimilarReason }

/**
 * Products that several of the same stores sell; where there are too few, trending ones of the same
 * type.
 */
export async function findSimilarClusters(
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
