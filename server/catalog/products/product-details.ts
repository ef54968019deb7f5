import { type ClusterId, type StoreId, type UserId, parseProductId } from '#contracts/ids.ts'
import { sql } from 'kysely'
import { priceText } from '#contracts/money.ts'
import type { ProductDetails } from '#contracts/catalog/products.ts'
import type { CatalogRequest } from '#server/catalog/context.ts'
import type { PictureAddresses } from '#server/catalog/pictures/picture-addresses.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { notFound } from '#server/platform/errors.ts'
import { requirePaid } from '#server/platform/session/viewer.ts'
import { readListingEvents } from './product-cluster.ts'
import {
  selectTrend,
  presentProduct,
  presentStore,
  productColumns,
  selectSavedId,
  shownStoreColumns,
} from './present-product.ts'

/**
 * One product by `<store id>-<product id>`.
 * @throws AppError `not_found`
 */
export async function getProduct(ctx: CatalogRequest, id: string): Promise<ProductDetails> {
  const { userId } = requirePaid(ctx)
  const listing = parseProductId(id)
  if (!listing) throw notFound()
  const row = await findProduct(ctx.db, userId, listing.storeId, listing.productId)
  if (!row) throw notFound()
  const [others, similar, events] = await Promise.all([
    findOtherStores(ctx.db, row),
    findSimilarProducts(ctx.db, row),
    readListingEvents(ctx.db, row),
  ])
  const { pictureAddresses: addresses } = ctx
  return {
    ...presentProduct(row, { addresses, size: 'full' }, row.trend, row.saved_id),
    productId: String(row.product_id),
    url: `https://${row.domain}/products/${encodeURIComponent(row.handle)}`,
    vendor: row.vendor,
    productType: row.product_type,
    tags: row.tags,
    publishedAt: row.published_at?.toISOString() ?? null,
    cluster: row.cluster,
    events,
    otherStores: others[0]?.all_stores ?? 0,
    alsoIn: others.map(presentOther),
    store: {
      id: row.store_id,
      ...presentStore(row),
      logoUrl: addresses.of(row.logo_url, 'thumb'),
      productCount: row.product_count,
    },
    similar: similar.map((item) => presentSimilar(item, addresses)),
  }
}

async function findProduct(db: Db, userId: UserId, storeId: StoreId, productId: number) {
  return db
    .selectFrom('products')
    .innerJoin('stores', 'stores.id', 'products.store_id')
    .select(productColumns.map((column) => `products.${column}` as const))
    .select(['products.handle', 'products.cluster', 'products.vendor', 'products.product_type'])
    .select(['products.tags', 'products.published_at'])
    .select(shownStoreColumns)
    .select(['stores.logo_url', 'stores.product_count'])
    .select([selectTrend().as('trend'), selectSavedId(userId).as('saved_id')])
    .where('products.store_id', '=', storeId)
    .where('products.product_id', '=', productId)
    .executeTakeFirst()
}

const MAX_SIMILAR = 4
const MAX_OTHER_STORES = 10
/** A product may have thousands of matches; the card needs a handful. */
const MAX_SAME_ITEMS = 40

type Product = { store_id: StoreId; cluster: ClusterId | null; product_type: string | null }

/**
 * The same item in other stores; where there are too few, trending items of the same type in other
 * stores.
 */
async function findSimilarProducts(db: Db, product: Product): Promise<SimilarRow[]> {
  const same = onePerStore(await findSameItems(db, product)).slice(0, MAX_SIMILAR)
  if (same.length >= MAX_SIMILAR || !product.product_type) return same
  return onePerStore([
    ...same,
    ...(await findTrendingOfType(db, product, product.product_type)),
  ]).slice(0, MAX_SIMILAR)
}

/**
 * The cheapest match in each other store that lists the same product: new stores first, then the
 * latest found. Also the total number.
 */
async function findOtherStores(db: Db, { store_id, cluster }: Product) {
  if (cluster === null) return []
  const listings = db
    .selectFrom('products')
    .distinctOn('store_id')
    .select(['store_id', 'product_id', 'price_min_minor', 'currency'])
    .where('cluster', '=', cluster)
    .where('store_id', '<>', store_id)
    .where('removed_at', 'is', null)
    .orderBy('store_id')
    .orderBy('price_min_minor')
    .orderBy('product_id')
  return db
    .selectFrom(listings.as('listing'))
    .innerJoin('stores', 'stores.id', 'listing.store_id')
    .select([
      'listing.store_id',
      'listing.product_id',
      'listing.price_min_minor',
      'listing.currency',
    ])
    .select(shownStoreColumns)
    .select(sql<number>`count(*) over ()`.as('all_stores'))
    .orderBy(sql`stores.launch_status = 'new'`, 'desc')
    .orderBy('stores.found_at', 'desc')
    .orderBy('stores.id', 'desc')
    .limit(MAX_OTHER_STORES)
    .execute()
}

type OtherStoreRow = Awaited<ReturnType<typeof findOtherStores>>[number]

type SimilarRow = Awaited<ReturnType<typeof findSameItems>>[number]

const onePerStore = (rows: SimilarRow[]) =>
  [...new Map(rows.toReversed().map((row) => [row.store_id, row])).values()].toReversed()

const selectElsewhere = (db: Db, storeId: StoreId) =>
  db
    .selectFrom('products')
    .innerJoin('stores', 'stores.id', 'products.store_id')
    .select(['products.store_id', 'products.product_id', 'products.title', 'products.images'])
    .select(['products.price_min_minor', 'products.currency', 'stores.name as store_name'])
    .where('products.removed_at', 'is', null)
    .where('products.store_id', '<>', storeId)

async function findSameItems(db: Db, { store_id, cluster }: Product) {
  return selectElsewhere(db, store_id)
    .where('products.cluster', '=', cluster)
    .orderBy('products.store_id', 'desc')
    .orderBy('products.product_id', 'desc')
    .limit(MAX_SAME_ITEMS)
    .execute()
}

/** Only the latest day's trends: their number is bounded, unlike that of all products of a type. */
async function findTrendingOfType(db: Db, { store_id, cluster }: Product, productType: string) {
  return selectElsewhere(db, store_id)
    .innerJoin('product_trends', (join) =>
      join
        .onRef('product_trends.store_id', '=', 'products.store_id')
        .onRef('product_trends.product_id', '=', 'products.product_id'),
    )
    .innerJoin('trend_scores', (join) =>
      join
        .onRef('trend_scores.cluster', '=', 'product_trends.cluster')
        .onRef('trend_scores.day', '=', 'product_trends.day'),
    )
    .where('product_trends.day', '=', (on) =>
      on.selectFrom('product_trends as latest').select((on) => on.fn.max('latest.day').as('day')),
    )
    .where('products.product_type', '=', productType)
    .where('products.cluster', 'is distinct from', cluster)
    .orderBy('trend_scores.score', 'desc')
    .orderBy('products.store_id', 'desc')
    .orderBy('products.product_id', 'desc')
    .limit(MAX_SIMILAR * MAX_SIMILAR)
    .execute()
}

const presentOther = (row: OtherStoreRow): ProductDetails['alsoIn'][number] => ({
  productId: `${row.store_id}-${row.product_id}`,
  storeId: row.store_id,
  ...presentStore(row),
  price: priceText(row.price_min_minor, row.currency),
  currency: row.currency,
})

const presentSimilar = (
  row: SimilarRow,
  addresses: PictureAddresses,
): ProductDetails['similar'][number] => ({
  id: `${row.store_id}-${row.product_id}`,
  title: row.title,
  price: priceText(row.price_min_minor, row.currency),
  currency: row.currency,
  imageUrl: addresses.of(row.images[0]?.src ?? null, 'card'),
  storeName: row.store_name,
})
