import type { Db } from '#server/context.ts'

/** Those of the stores that the account has saved. */
export async function findSavedStores(
  db: Db,
  userId: string,
  storeIds: readonly number[],
): Promise<Set<number>> {
  if (storeIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('saved_stores')
    .select('store_id')
    .where('user_id', '=', userId)
    .where('store_id', 'in', [...storeIds])
    .execute()
  return new Set(rows.map((row) => row.store_id))
}

/** All stores that the account has saved. */
export async function findSavedStoreIds(db: Db, userId: string): Promise<Set<number>> {
  const rows = await db.selectFrom('saved_stores').select('store_id').where('user_id', '=', userId).execute()
  return new Set(rows.map((row) => row.store_id))
}
