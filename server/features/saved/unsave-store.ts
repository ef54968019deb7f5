import type { SavedStore } from '#contracts/saved.ts'
import { notFound } from '#server/errors.ts'
import { requirePaid, type RequestContext } from '#server/route.ts'
import { findSavedStore } from './saved-stores.ts'

/** @returns the notes, so that they can be restored. @throws AppError `not_found` */
export async function unsaveStore(ctx: RequestContext, storeId: number): Promise<SavedStore> {
  const { userId } = requirePaid(ctx)
  const saved = await findSavedStore(ctx, userId, storeId)
  if (!saved) throw notFound()
  await ctx.db
    .deleteFrom('saved_stores')
    .where('user_id', '=', userId)
    .where('store_id', '=', storeId)
    .execute()
  return { ...saved, store: { ...saved.store, isSaved: false } }
}
