import { sql } from 'kysely'
import type { Db } from './schema.ts'

/**
 * Locks the stores that a transaction is going to write, before it reads or writes anything of them. All transactions lock in one order to
 * avoid deadlocks: the erasure lock, hosts by name, stores by number, what belongs to stores, the days of the trends.
 */
export async function lockStores(db: Db, storeIds: readonly number[]): Promise<void> {
  if (storeIds.length === 0) return
  await sql`select id from stores where id = any(${storeIds}::bigint[]) order by id for update`.execute(db)
}
