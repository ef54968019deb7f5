import type { StoreId, UserId } from '#contracts/ids.ts'
import { sql } from 'kysely'
import { createBatchLoader } from '#server/platform/db/batch-loader.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Db } from '#server/platform/db/schema.ts'

/** The saved ones among these stores, with their tags. */
export async function findSavedStores(
  db: Db,
  userId: UserId,
  storeIds: readonly StoreId[],
): Promise<ReadonlyMap<StoreId, string[]>> {
  if (storeIds.length === 0) return new Map()
  return selectSaved(db, { userId, storeIds })
}

const selectSavedRows = prepared(
  'saved_stores_of_users',
  (db, users: UserId[], stores: StoreId[]) =>
    db
      .selectFrom('saved_stores')
      .select(['user_id', 'store_id', 'tags'])
      .where(sql<boolean>`user_id = any(${users}::uuid[])`)
      .where(sql<boolean>`store_id = any(${stores}::bigint[])`),
)

const selectSaved = createBatchLoader(
  async (db: Db, requests: readonly { userId: UserId; storeIds: readonly StoreId[] }[]) => {
    const users = [...new Set(requests.map(({ userId }) => userId))]
    const stores = [...new Set(requests.flatMap(({ storeIds }) => storeIds))]
    const rows = await selectSavedRows(db, users, stores)
    const saved = new Map(users.map((userId) => [userId, new Map<StoreId, string[]>()]))
    for (const { user_id, store_id, tags } of rows) saved.get(user_id)?.set(store_id, tags)
    return requests.map(({ userId }) => saved.get(userId) ?? new Map<StoreId, string[]>())
  },
)

export async function findSavedStoreIds(db: Db, userId: UserId): Promise<Set<StoreId>> {
  const rows = await db
    .selectFrom('saved_stores')
    .select('store_id')
    .where('user_id', '=', userId)
    .execute()
  return new Set(rows.map((row) => row.store_id))
}
