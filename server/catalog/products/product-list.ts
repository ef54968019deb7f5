import { sql } from 'kysely'
import {
  type listTrendingProducts as endpoint,
  readBadges,
  scopeSorts,
  type TrendingProduct,
} from '#contracts/catalog/trending-products.ts'
import { type Day, daysOf } from '#contracts/dates.ts'
import type { QueryOf, ResponseOf } from '#contracts/endpoint.ts'
import type { StoreId, UserId } from '#contracts/ids.ts'
import { numberedPage } from '#contracts/paging.ts'
import type { CatalogRequest } from '#server/catalog/context.ts'
import {
  asOfPart,
  type ProductSlice,
  type Range,
  type StoreQuery,
} from '#server/catalog/search/search.ts'
import { prepareStoreQuery } from '#server/catalog/stores/store-query.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { requirePaid } from '#server/platform/session/viewer.ts'
import type { AskedCluster } from './cluster-summary.ts'
import {
  findListings,
  type ProductKey,
  type ProductView,
  type Query,
  searchesListings,
} from './listing-search.ts'
import {
  presentProduct,
  presentStore,
  productColumns,
  selectSavedId,
  selectTrend,
  shownStoreColumns,
} from './present-product.ts'

/**
 * A page of trending products, each with one of its listings, or of all listings of the matching
 * stores.
 */
export async function listTrendingProducts(
  ctx: CatalogRequest,
  query: QueryOf<typeof endpoint>,
): Promise<ResponseOf<typeof endpoint>> {
  const { userId } = requirePaid(ctx)
  const { page, size } = query
  const range = { offset: page * size, size }
  const view = await findProductView(ctx, query, range)
  const keys = await view.keys(range)
  const content = await readProductCards(ctx, userId, keys)
  return {
    ...numberedPage(content, { page, size, total: view.total }),
    ...asOfPart(view),
    ...(view.searched && { searched: view.searched }),
  }
}

/** `first` = the page that will be asked for first, if one will be. */
export const findProductView = (
  ctx: CatalogRequest,
  query: Query,
  first?: Range,
): Promise<ProductView> =>
  query.scope === 'all' ? findAll(ctx, query, first) : findTrending(ctx, query, first)

async function findAll(
  ctx: CatalogRequest,
  query: Query,
  first: Range | undefined,
): Promise<ProductView> {
  const storeFilters = { ...query, launchStatus: query.launchStatus ?? ('new' as const) }
  const stores = await ctx.storeSearch.find(await prepareStoreQuery(ctx, storeFilters))
  if (searchesListings(query)) return findListings(ctx, stores, query, first)
  return {
    total: (await stores.sums()).listedProducts,
    asOf: stores.asOf,
    keys: async (range) => readSlices(ctx.db, await stores.products(range)),
    async *firstKeys(limit) {
      for await (const slices of stores.firstProducts(limit)) yield readSlices(ctx.db, slices)
    },
  }
}

/** Here the dates select trend days, not the days on which stores were found. */
async function findTrending(
  ctx: CatalogRequest,
  query: Query,
  first: Range | undefined,
): Promise<ProductView> {
  const storeFilters = { ...query, launchStatus: query.launchStatus ?? ('all' as const) }
  const storeQuery = { ...(await prepareStoreQuery(ctx, storeFilters)), days: null }
  const sortBy = scopeSorts.trending.find((each) => each === query.sortBy) ?? 'score'
  const match = await ctx.productSearch.find(
    {
      days: daysOf(query),
      badges: query.badge ? readBadges(query.badge) : null,
      title: query.title ?? '',
      stores: filtersStores(storeQuery) ? storeQuery : null,
    },
    first && { sortBy, range: first },
  )
  return {
    total: match.total,
    asOf: match.asOf,
    keys: (range) => match.page(sortBy, range),
    firstKeys: (limit) => match.first(sortBy, limit),
  }
}

const filtersStores = ({ scope, choices }: StoreQuery): boolean =>
  scope !== 'all' || Object.keys(choices).length > 0

/** The products of the pieces; within each store the newest first. */
async function readSlices(db: Db, slices: ProductSlice[]): Promise<ProductKey[]> {
  if (slices.length === 0) return []
  const { rows } = await sql<Omit<ProductKey, 'day'>>`
    select listed.store_id as "storeId", listed.product_id as "productId"
    from unnest(${slices.map(({ storeId }) => storeId)}::bigint[], ${slices.map(({ skip }) => skip)}::integer[],
      ${slices.map(({ take }) => take)}::integer[]) with ordinality as piece (store_id, skip, take, place)
    cross join lateral (
      select store_id, product_id, created_at from products where store_id = piece.store_id and removed_at is null
      order by created_at desc nulls last, product_id desc offset piece.skip limit piece.take) as listed
    order by piece.place, listed.created_at desc nulls last, listed.product_id desc`.execute(db)
  return rows.map((row) => ({ ...row, day: null }))
}

/**
 * Products as lists show them, in the order of their keys; products deleted meanwhile are left out.
 */
export async function readProductCards(
  ctx: Pick<
    CatalogRequest,
    'db' | 'sharedDb' | 'pictureAddresses' | 'clusterSummaries' | 'language'
  >,
  userId: UserId,
  keys: ProductKey[],
): Promise<TrendingProduct[]> {
  if (keys.length === 0) return []
  const [rows, clusters] = await Promise.all([
    readRows(ctx.db, userId, keys),
    ctx.clusterSummaries.read(ctx, keys.flatMap(toAskedCluster)),
  ])
  const pictures = { addresses: ctx.pictureAddresses, size: 'card' as const }
  const byKey = new Map(rows.map((row) => [`${row.store_id}-${row.product_id}`, row]))
  return keys.flatMap(({ storeId, productId, day, cluster }) => {
    const row = byKey.get(`${storeId}-${productId}`)
    if (!row || (day !== null && !row.trend)) return []
    const summary = cluster === undefined ? null : (clusters.get(cluster) ?? null)
    return [
      {
        ...presentProduct(row, pictures, row.trend, row.saved_id),
        cluster: summary,
        store: { id: row.store_id, ...presentStore(row) },
      },
    ]
  })
}

const toAskedCluster = ({ cluster, day }: ProductKey): AskedCluster[] =>
  cluster === undefined || day === null ? [] : [{ cluster, lastDay: day }]

type RequestedKey = { store_id: StoreId; product_id: number; day: Day | null }

const requestedKeys = (keys: ProductKey[]) => sql<RequestedKey>`(
  select * from unnest(${keys.map(({ storeId }) => storeId)}::bigint[], ${keys.map(({ productId }) => productId)}::bigint[],
    ${keys.map(({ day }) => day)}::date[]) as t (store_id, product_id, day))`

/** The trend of the requested day, or the latest one. */
const selectAskedTrend = selectTrend(sql`and day = coalesce(asked.day, day)`)

async function readRows(db: Db, userId: UserId, keys: ProductKey[]) {
  return db
    .selectFrom('products')
    .innerJoin('stores', 'stores.id', 'products.store_id')
    .innerJoin(requestedKeys(keys).as('asked'), (join) =>
      join
        .onRef('asked.store_id', '=', 'products.store_id')
        .onRef('asked.product_id', '=', 'products.product_id'),
    )
    .select(productColumns.map((column) => `products.${column}` as const))
    .select(shownStoreColumns)
    .select([selectSavedId(userId).as('saved_id'), selectAskedTrend.as('trend')])
    .execute()
}
