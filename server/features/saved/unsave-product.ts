import type { SavedProduct } from '#contracts/saved.ts'
import { AppError } from '#server/errors.ts'
import { requirePaid, type RequestContext } from '#server/route.ts'
import { findSavedProduct } from './saved-products.ts'

/** @returns the notes, so that they can be restored. @throws AppError `saved_product_not_found` */
export async function unsaveProduct(ctx: RequestContext, savedId: number): Promise<SavedProduct> {
  const { userId } = requirePaid(ctx)
  const saved = await findSavedProduct(ctx, userId, { savedId })
  if (!saved) throw new AppError('saved_product_not_found')
  await ctx.db.deleteFrom('saved_products').where('user_id', '=', userId).where('id', '=', savedId).execute()
  return { ...saved, product: { ...saved.product, isSaved: false, savedId: null } }
}
