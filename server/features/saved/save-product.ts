import { sql } from 'kysely'
import type { BodyOf } from '#contracts/endpoint.ts'
import type { SavedProduct, saveProduct as endpoint } from '#contracts/saved.ts'
import { notFound } from '#server/errors.ts'
import { requirePaid, type RequestContext } from '#server/route.ts'
import { changesOf, valuesOfNew } from './kept-fields.ts'
import { findSavedProduct } from './saved-products.ts'

/** As `saveStore`: locks the account and the product's store. @throws AppError `not_found` */
export async function saveProduct(
  ctx: RequestContext,
  { productId: id, ...fields }: BodyOf<typeof endpoint>,
): Promise<SavedProduct> {
  const { userId } = requirePaid(ctx)
  const [storeId = Number.NaN, productId = Number.NaN] = id.split('-').map(Number)
  if (!Number.isSafeInteger(storeId) || !Number.isSafeInteger(productId)) throw notFound()
  await sql`
    insert into saved_products (user_id, store_id, product_id, notes, tags, is_favorite, created_at, updated_at)
    select users.id, stores.id, products.product_id, ${valuesOfNew(fields, ctx.now())}
    from users, stores join products on products.store_id = stores.id
    where users.id = ${userId} and stores.id = ${storeId} and products.product_id = ${productId}
    for key share of users, stores
    on conflict (user_id, store_id, product_id) do update set ${changesOf('saved_products', fields, ctx.now())}`.execute(
    ctx.db,
  )
  const saved = await findSavedProduct(ctx, userId, { storeId, productId })
  if (!saved) throw notFound()
  return saved
}
