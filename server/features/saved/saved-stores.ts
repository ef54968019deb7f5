import type { SavedStore } from '#contracts/saved.ts'
import type { Db } from '#server/context.ts'
import { presentSummary, summaryColumns } from '#server/features/stores/present-summary.ts'
import type { RequestContext } from '#server/route.ts'
import { keptColumns, presentKept } from './kept-fields.ts'

/** Saved stores with what is shown of them; the tables go by `saved` and `stores`. */
export const savedStores = (db: Db) =>
  db
    .selectFrom('saved_stores as saved')
    .innerJoin('stores', 'stores.id', 'saved.store_id')
    .select(summaryColumns.map((column) => `stores.${column}` as const))
    .select(keptColumns.map((column) => `saved.${column}` as const))
    .select('saved.id as saved_id')

type SavedStoreRow = Awaited<ReturnType<ReturnType<typeof savedStores>['execute']>>[number]

export const presentSavedStore = (
  row: SavedStoreRow,
  { pictureAddresses }: Pick<RequestContext, 'pictureAddresses'>,
): SavedStore => ({
  id: row.saved_id,
  storeId: row.id,
  ...presentKept(row),
  store: presentSummary(row, { pictures: pictureAddresses, isSaved: true }),
})

export async function findSavedStore(
  ctx: Pick<RequestContext, 'db' | 'pictureAddresses'>,
  userId: string,
  storeId: number,
): Promise<SavedStore | null> {
  const row = await savedStores(ctx.db)
    .where('saved.user_id', '=', userId)
    .where('saved.store_id', '=', storeId)
    .executeTakeFirst()
  return row ? presentSavedStore(row, ctx) : null
}
