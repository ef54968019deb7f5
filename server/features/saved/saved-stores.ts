import type { Selectable } from 'kysely'
import type { SavedStore } from '#contracts/saved.ts'
import type { SavedStores } from '#server/db/workspace-schema.ts'
import { readSummaries } from '#server/features/stores/read-summaries.ts'
import type { RequestContext } from '#server/route.ts'
import { presentKept } from './present-kept.ts'

/** Adds the stores as lists show them; stores erased meanwhile are left out. */
export async function withStores(
  ctx: RequestContext,
  rows: Selectable<SavedStores>[],
): Promise<SavedStore[]> {
  const stores = await readSummaries(
    ctx,
    rows.map((row) => row.store_id),
  )
  const byId = new Map(stores.map((store) => [store.id, store]))
  return rows.flatMap((row) => {
    const store = byId.get(row.store_id)
    return store ? [{ ...presentKept(row), storeId: row.store_id, store }] : []
  })
}

export async function findSavedStore(
  ctx: RequestContext,
  userId: string,
  storeId: number,
): Promise<SavedStore | null> {
  const rows = await ctx.db
    .selectFrom('saved_stores')
    .selectAll()
    .where('user_id', '=', userId)
    .where('store_id', '=', storeId)
    .execute()
  const [saved] = await withStores(ctx, rows)
  return saved ?? null
}
