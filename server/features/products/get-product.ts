import type { ProductDetails } from '#contracts/products.ts'
import type { Db } from '#server/context.ts'
import { notFound } from '#server/errors.ts'
import { requirePaid, type RequestContext } from '#server/route.ts'
import { findOtherStores, findSimilarProducts } from './find-similar-products.ts'
import { latestTrend, savedIdOf } from './mark-columns.ts'
import { presentProductDetails } from './present-product-details.ts'
import { productColumns } from './present-product.ts'

/** One product by `<store id>-<product id>`. @throws AppError `not_found` */
export async function getProduct(ctx: RequestContext, id: string): Promise<ProductDetails> {
  const { userId } = requirePaid(ctx)
  const [storeId = Number.NaN, productId = Number.NaN] = id.split('-').map(Number)
  if (!Number.isSafeInteger(storeId) || !Number.isSafeInteger(productId)) throw notFound()
  const row = await findProduct(ctx.db, userId, storeId, productId)
  if (!row) throw notFound()
  const [others, similar] = await Promise.all([
    findOtherStores(ctx.db, row),
    findSimilarProducts(ctx.db, row),
  ])
  const { trend, saved_id: savedId } = row
  return presentProductDetails({ row, trend, savedId, others, similar }, ctx.pictureAddresses)
}

async function findProduct(db: Db, userId: string, storeId: number, productId: number) {
  return db
    .selectFrom('products')
    .innerJoin('stores', 'stores.id', 'products.store_id')
    .select(productColumns.map((column) => `products.${column}` as const))
    .select(['products.handle', 'products.cluster', 'products.vendor', 'products.product_type'])
    .select(['products.tags', 'products.published_at'])
    .select(['stores.slug', 'stores.name', 'stores.domain', 'stores.country', 'stores.logo_url'])
    .select(['stores.found_day', 'stores.product_count'])
    .select([latestTrend.as('trend'), savedIdOf(userId).as('saved_id')])
    .where('products.store_id', '=', storeId)
    .where('products.product_id', '=', productId)
    .executeTakeFirst()
}
