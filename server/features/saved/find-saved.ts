import { sql } from 'kysely'
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

type ProductKey = { store_id: number; product_id: number }

/** Those of the products that the account has saved, as `<store id>-<platform product id>`, with their saved ids. */
export async function findSavedProducts(
  db: Db,
  userId: string,
  products: readonly ProductKey[],
): Promise<Map<string, number>> {
  if (products.length === 0) return new Map()
  const storeIds = products.map((product) => product.store_id)
  const productIds = products.map((product) => product.product_id)
  const { rows } = await sql<ProductKey & { id: number }>`
    select saved.id, saved.store_id, saved.product_id
    from unnest(${storeIds}::bigint[], ${productIds}::bigint[]) as asked (store_id, product_id)
    join saved_products as saved using (store_id, product_id)
    where saved.user_id = ${userId}`.execute(db)
  return new Map(rows.map((row) => [`${row.store_id}-${row.product_id}`, row.id]))
}
