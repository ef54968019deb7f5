import { sql } from 'kysely'
import type { QueryOf, ResponseOf } from '#contracts/endpoint.ts'
import type { Day } from '#contracts/dates.ts'
import type { ClusterId } from '#contracts/ids.ts'
import { priceText } from '#contracts/money.ts'
import type {
  ClusterStore,
  listClusterStores as endpoint,
} from '#contracts/catalog/product-clusters.ts'
import { numberedPage } from '#contracts/paging.ts'
import type { CatalogRequest } from '#server/catalog/context.ts'
import { listedOn } from '#server/platform/db/listed-on.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { notFound } from '#server/platform/errors.ts'
import { requirePaid } from '#server/platform/session/viewer.ts'
import { presentStore } from './present-product.ts'

type Input = { id: ClusterId } & QueryOf<typeof endpoint>

/**
 * A page of the stores that list a product now, the latest found first. @throws AppError
 * `not_found`
 */
export async function listClusterStores(
  ctx: CatalogRequest,
  { id, page, size }: Input,
): Promise<ResponseOf<typeof endpoint>> {
  requirePaid(ctx)
  const cluster = await findCluster(ctx.db, id)
  if (cluster === null) throw notFound()
  const [total, rows] = await Promise.all([
    countStores(ctx.db, cluster),
    selectCheapest(ctx.db, cluster)
      .where('p.removed_at', 'is', null)
      .orderBy('s.found_at', 'desc')
      .orderBy('s.id', 'desc')
      .limit(size)
      .offset(page * size)
      .execute(),
  ])
  return numberedPage(rows.map(presentClusterStore), { page, size, total })
}

/**
 * The cluster that holds the products of this one today: itself, or the one it was merged into.
 * Null = dissolved or unknown.
 */
export async function findCluster(db: Db, id: ClusterId): Promise<ClusterId | null> {
  const { rows } = await sql<{ id: ClusterId }>`
    select id from (select coalesce((select merged_into from merged_clusters where cluster = ${id}), ${id}) as id) as current
    where exists (select from products p where p.cluster = current.id)
      and not exists (select from product_clusters c where c.id = current.id and (c.merged_into is not null or c.dissolved))`.execute(
    db,
  )
  return rows[0]?.id ?? null
}

async function countStores(db: Db, cluster: ClusterId): Promise<number> {
  const { total } = await db
    .selectFrom('products')
    .select((on) => on.fn.count<number>('store_id').distinct().as('total'))
    .where('cluster', '=', cluster)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return total
}

/**
 * The cheapest listing of each store, as `p`; its store is `s`, which listed the product from the
 * day of its first listing on.
 */
function selectCheapest(db: Db, cluster: ClusterId) {
  return db
    .selectFrom('products as p')
    .innerJoin('stores as s', 's.id', 'p.store_id')
    .where('p.cluster', '=', cluster)
    .where(sql<boolean>`not exists (
      select from products cheaper where cheaper.cluster = p.cluster and cheaper.store_id = p.store_id
        and (cheaper.removed_at is null) >= (p.removed_at is null)
        and ((cheaper.removed_at is null) > (p.removed_at is null)
          or (coalesce(cheaper.price_min_minor, 'infinity'::float8), cheaper.product_id)
            < (coalesce(p.price_min_minor, 'infinity'::float8), p.product_id)))`)
    .select(['p.store_id', 'p.product_id', 'p.price_min_minor', 'p.currency', 'p.available'])
    .select(['s.slug', 's.name', 's.domain', 's.country', 's.launch_status', 's.found_day'])
    .select(
      sql<Day>`(select min(${listedOn}) from products p where p.cluster = ${cluster} and p.store_id = s.id)`.as(
        'listed_day',
      ),
    )
}

type StoreRow = Awaited<ReturnType<ReturnType<typeof selectCheapest>['execute']>>[number]

/** The new store that listed it first, even if it no longer does. */
export async function findFirstSeller(db: Db, cluster: ClusterId): Promise<ClusterStore | null> {
  const row = await selectCheapest(db, cluster)
    .where('s.launch_status', '=', 'new')
    .orderBy('listed_day')
    .orderBy('s.found_at')
    .orderBy('s.id')
    .limit(1)
    .executeTakeFirst()
  return row ? presentClusterStore(row) : null
}

const presentClusterStore = (row: StoreRow): ClusterStore => ({
  productId: `${row.store_id}-${row.product_id}`,
  storeId: row.store_id,
  ...presentStore(row),
  isNew: row.launch_status === 'new',
  listedDay: row.listed_day,
  price: priceText(row.price_min_minor, row.currency),
  currency: row.currency,
  available: row.available,
})
