import { sql } from 'kysely'
import type { BodyOf } from '#contracts/endpoint.ts'
import type { SavedStore, saveStore as endpoint } from '#contracts/saved.ts'
import { notFound } from '#server/errors.ts'
import { requirePaid, type RequestContext } from '#server/route.ts'
import { changesOf, valuesOfNew } from './kept-fields.ts'
import { findSavedStore } from './saved-stores.ts'

/**
 * Saves a store or changes its notes; repeating it changes nothing. It locks the rows of account and store, so that an erasure meanwhile
 * leaves no trace of this. @throws AppError `not_found`
 */
export async function saveStore(
  ctx: RequestContext,
  { storeId, ...fields }: BodyOf<typeof endpoint>,
): Promise<SavedStore> {
  const { userId } = requirePaid(ctx)
  await sql`
    insert into saved_stores (user_id, store_id, notes, tags, is_favorite, created_at, updated_at)
    select users.id, stores.id, ${valuesOfNew(fields, ctx.now())}
    from users, stores where users.id = ${userId} and stores.id = ${storeId} for key share
    on conflict (user_id, store_id) do update set ${changesOf('saved_stores', fields, ctx.now())}`.execute(
    ctx.db,
  )
  const saved = await findSavedStore(ctx, userId, storeId)
  if (!saved) throw notFound()
  return saved
}
