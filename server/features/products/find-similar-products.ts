import { sql } from 'kysely'
import type { Db } from '#server/context.ts'

const SIMILAR_PRODUCTS = 4
const OTHER_STORES = 10
/** A product may have thousands of matches; the card needs a handful. */
const SAME_ROWS = 40

type Product = { store_id: number; cluster: number | null; product_type: string | null }

/** The same item in other stores; where there are too few, trending items of the same type in other stores. */
export async function findSimilarProducts(db: Db, product: Product): Promise<SimilarRow[]> {
  const same = onePerStore(await sameItems(db, product)).slice(0, SIMILAR_PRODUCTS)
  if (same.length >= SIMILAR_PRODUCTS || !product.product_type) return same
  return onePerStore([...same, ...(await trendingOfType(db, product, product.product_type))]).slice(
    0,
    SIMILAR_PRODUCTS,
  )
}

/** The cheapest match in each other store that lists the same product: new stores first, then the latest found. Also the total number. */
export async function findOtherStores(db: Db, { store_id, cluster }: Product) {
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
    .select(['listing.store_id', 'listing.product_id', 'listing.price_min_minor', 'listing.currency'])
    .select(['stores.slug', 'stores.name', 'stores.domain', 'stores.country', 'stores.found_day'])
    .select(sql<number>`count(*) over ()`.as('all_stores'))
    .orderBy(sql`stores.launch_status = 'new'`, 'desc')
    .orderBy('stores.found_at', 'desc')
    .orderBy('stores.id', 'desc')
    .limit(OTHER_STORES)
    .execute()
}

export type OtherStoreRow = Awaited<ReturnType<typeof findOtherStores>>[number]

export type SimilarRow = Awaited<ReturnType<typeof sameItems>>[number]

const onePerStore = (rows: SimilarRow[]) =>
  [...new Map(rows.toReversed().map((row) => [row.store_id, row])).values()].toReversed()

const similarColumns = [
  'products.store_id',
  'products.product_id',
  'products.title',
  'products.price_min_minor',
  'products.currency',
  'products.images',
  'stores.name as store_name',
] as const

const withStore = (db: Db) =>
  db.selectFrom('products').innerJoin('stores', 'stores.id', 'products.store_id').select(similarColumns)

async function sameItems(db: Db, { store_id, cluster }: Product) {
  return withStore(db)
    .where('products.cluster', '=', cluster)
    .where('products.removed_at', 'is', null)
    .where('products.store_id', '<>', store_id)
    .orderBy('products.store_id', 'desc')
    .orderBy('products.product_id', 'desc')
    .limit(SAME_ROWS)
    .execute()
}

/** Only the latest day's trends: their number is bounded, unlike that of all products of a type. */
async function trendingOfType(db: Db, { store_id, cluster }: Product, productType: string) {
  return withStore(db)
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
    .where('products.removed_at', 'is', null)
    .where('products.store_id', '<>', store_id)
    .orderBy('trend_scores.score', 'desc')
    .orderBy('products.store_id', 'desc')
    .orderBy('products.product_id', 'desc')
    .limit(SIMILAR_PRODUCTS * SIMILAR_PRODUCTS)
    .execute()
}
