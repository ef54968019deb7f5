import type { ProductDetails } from '#contracts/products.ts'
import type { Db } from '#server/context.ts'
import { notFound } from '#server/errors.ts'
import { findSavedProducts } from '#server/features/saved/find-saved.ts'
import { findTrends } from '#server/features/trending/find-trends.ts'
import { requirePaid, type RequestContext } from '#server/route.ts'
import { countOtherStores, findOtherStores, findSimilarProducts } from './find-similar-products.ts'
import { presentProductDetails } from './present-product-details.ts'
import { productColumns } from './present-product.ts'

/** One product by `<store id>-<product id>`. @throws AppError `not_found` */
export async function getProduct(ctx: RequestContext, id: string): Promise<ProductDetails> {
  const { userId } = requirePaid(ctx)
  const [storeId = Number.NaN, productId = Number.NaN] = id.split('-').map(Number)
  if (!Number.isSafeInteger(storeId) || !Number.isSafeInteger(productId)) throw notFound()
  const row = await findProduct(ctx.db, storeId, productId)
  if (!row) throw notFound()
  const [trends, otherStores, alsoIn, similar, saved] = await Promise.all([
    findTrends(ctx.db, storeId, [productId]),
    countOtherStores(ctx.db, row),
    findOtherStores(ctx.db, row),
    findSimilarProducts(ctx.db, row),
    findSavedProducts(ctx.db, userId, [row]),
  ])
  const savedId = saved.get(`${storeId}-${productId}`) ?? null
  const parts = { row, trend: trends.get(productId), savedId, otherStores, alsoIn, similar }
  return presentProductDetails(parts, ctx.pictureAddresses)
}

async function findProduct(db: Db, storeId: number, productId: number) {
  return db
    .selectFrom('products')
    .innerJoin('stores', 'stores.id', 'products.store_id')
    .select(productColumns.map((column) => `products.${column}` as const))
    .select(['products.handle', 'products.cluster', 'products.vendor', 'products.product_type'])
    .select(['products.tags', 'products.published_at'])
    .select(['stores.slug', 'stores.name', 'stores.domain', 'stores.country', 'stores.logo_url'])
    .select(['stores.found_day', 'stores.product_count'])
    .where('products.store_id', '=', storeId)
    .where('products.product_id', '=', productId)
    .executeTakeFirst()
}
