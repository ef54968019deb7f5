import { type RawBuilder, sql } from 'kysely'
import type { QueryOf, ResponseOf } from '#contracts/endpoint.ts'
import type { Day } from '#contracts/dates.ts'
import type { ClusterId, UserId } from '#contracts/ids.ts'
import { MAX_PRICE_MINOR, minorToDecimal, priceText } from '#contracts/money.ts'
import type {
  ClusterStore,
  ClusterStoreSort,
  listClusterStores as endpoint,
} from '#contracts/catalog/product-clusters.ts'
import { numberedPage } from '#contracts/paging.ts'
import type { CatalogRequest } from '#server/catalog/context.ts'
import { listedOn } from '#server/platform/db/sql-text.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { notFound } from '#server/platform/errors.ts'
import { requirePaid } from '#server/platform/session/viewer.ts'
import { rates } from './cluster-summary.ts'
import { presentStore } from './present-product.ts'

type Query = QueryOf<typeof endpoint>
type Filters = Pick<Query, 'country' | 'store' | 'isNew'>
type Order = Pick<Query, 'sortBy' | 'sortDirection'>

/** A page of the stores that list a product now. @throws AppError `not_found` */
export async function listClusterStores(
  ctx: CatalogRequest,
  { id, page, size, ...query }: { id: ClusterId } & Query,
): Promise<ResponseOf<typeof endpoint>> {
  const { userId } = requirePaid(ctx)
  const cluster = await findCluster(ctx.db, id)
  if (cluster === null) throw notFound()
  const [total, rows] = await Promise.all([
    countStores(ctx.db, cluster, { ...query, userId }),
    selectStores(ctx.db, cluster, { ...query, userId })
      .limit(size)
      .offset(page * size)
      .execute(),
  ])
  const content = rows.map((row) => presentClusterStore(ctx, row))
  return numberedPage(content, { page, size, total })
}

/** All of them, for a file. @throws AppError `not_found` */
export async function readClusterStores(
  ctx: CatalogRequest,
  { id, ...query }: { id: ClusterId } & Filters & Order,
): Promise<ClusterStore[]> {
  const { userId } = requirePaid(ctx)
  const cluster = await findCluster(ctx.db, id)
  if (cluster === null) throw notFound()
  const rows = await selectStores(ctx.db, cluster, { ...query, userId }).execute()
  return rows.map((row) => presentClusterStore(ctx, row))
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

/** The stores that list it now and pass the filters, in order, with their cheapest listings. */
const selectStores = (db: Db, cluster: ClusterId, query: Shown & Order) =>
  selectCheapest(db, cluster)
    .where('p.removed_at', 'is', null)
    .where(passes(query))
    .orderBy(orderOf(query))
    .orderBy('s.id', 'desc')

async function countStores(db: Db, cluster: ClusterId, filters: Shown): Promise<number> {
  const { total } = await db
    .selectFrom('products as p')
    .innerJoin('stores as s', 's.id', 'p.store_id')
    .select((on) => on.fn.count<number>('p.store_id').distinct().as('total'))
    .where('p.cluster', '=', cluster)
    .where('p.removed_at', 'is', null)
    .where(passes(filters))
    .executeTakeFirstOrThrow()
  return total
}

type Shown = Filters & { userId: UserId }

function passes({ country, store = '', isNew, userId }: Shown) {
  const like = `%${store.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  return sql<boolean>`(${country ?? null}::text is null or s.country = upper(${country ?? null}))
    and (${isNew ?? null}::text is null or s.launch_status = 'new')
    and not exists (select from hidden_stores where user_id = ${userId} and hidden_stores.store_id = s.id)
    and (${store} = '' or s.name ilike ${like} or s.domain ilike ${like})`
}

const columns = {
  foundAt: sql`s.found_at`,
  price: sql`dollars`,
  listedDay: sql`listed_day`,
  bestSellerPlace: sql`best_seller_place`,
} satisfies Record<ClusterStoreSort, RawBuilder<unknown>>

const orderOf = ({ sortBy, sortDirection }: Order) =>
  sql`${columns[sortBy]} ${sql.raw(sortDirection.toUpperCase() === 'ASC' ? 'asc' : 'desc')} nulls last`

const dollars = sql<
  number | null
>`(select p.price_min_minor * rate.dollars from ${rates} where rate.currency = upper(p.currency)
  and p.price_min_minor >= 0 and p.price_min_minor < ${MAX_PRICE_MINOR}::bigint)`
const bestSellerPlace = sql<number | null>`(select min(place) from product_places pp
  where pp.store_id = p.store_id and pp.product_id = p.product_id and pp.list = 'best_sellers')`

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
    .select(['s.logo_url', dollars.as('dollars'), bestSellerPlace.as('best_seller_place')])
    .select(
      sql<Day>`(select min(${listedOn}) from products p where p.cluster = ${cluster} and p.store_id = s.id)`.as(
        'listed_day',
      ),
    )
}

type StoreRow = Awaited<ReturnType<ReturnType<typeof selectCheapest>['execute']>>[number]

/** The new store that listed it first, even if it no longer does. */
export async function findFirstSeller(
  ctx: Presenting & Pick<CatalogRequest, 'db'>,
  cluster: ClusterId,
): Promise<ClusterStore | null> {
  const row = await selectCheapest(ctx.db, cluster)
    .where('s.launch_status', '=', 'new')
    .orderBy('listed_day')
    .orderBy('s.found_at')
    .orderBy('s.id')
    .limit(1)
    .executeTakeFirst()
  return row ? presentClusterStore(ctx, row) : null
}

type Presenting = Pick<CatalogRequest, 'pictureAddresses'>

const presentClusterStore = ({ pictureAddresses }: Presenting, row: StoreRow): ClusterStore => ({
  productId: `${row.store_id}-${row.product_id}`,
  storeId: row.store_id,
  ...presentStore(row),
  isNew: row.launch_status === 'new',
  listedDay: row.listed_day,
  price: priceText(row.price_min_minor, row.currency),
  currency: row.currency,
  dollars: row.dollars === null ? null : minorToDecimal(Math.round(row.dollars * 100), 'USD'),
  available: row.available,
  bestSellerPlace: row.best_seller_place,
  logoUrl: pictureAddresses.of(row.logo_url, 'thumb'),
})
