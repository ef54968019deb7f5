import { sql } from 'kysely'
import type { StoreSnapshot } from '#discovery/extract/store-snapshot.ts'
import type { Db } from '#server/context.ts'

export type StoreKeySet = {
  /** Names the shop itself: its id on the platform, its platform handle. Never shared by two shops. */
  shop: string[]
  /** Addresses under which it was met. A domain may pass from one shop to another. */
  hosts: string[]
}

export function keysOf(snapshot: StoreSnapshot, hosts: string[]): StoreKeySet {
  const shop = []
  if (snapshot.shopId) shop.push(`shop_id:${snapshot.shopId.value}`)
  if (snapshot.shop) shop.push(`shop:${snapshot.shop.value.toLowerCase()}`)
  return { shop, hosts: [...new Set(hosts.map((host) => `host:${host.replace(/^www\./, '')}`))] }
}

/** The store that these keys mean, if it is known. Hosts decide only when the shop itself named nothing. */
export async function findStoreId(db: Db, keys: StoreKeySet): Promise<number | null> {
  const deciding = keys.shop.length > 0 ? keys.shop : keys.hosts
  const rows = await db
    .selectFrom('store_keys')
    .select(['key', 'store_id'])
    .where('key', 'in', deciding)
    .execute()
  const byKey = new Map(rows.map((row) => [row.key, row.store_id]))
  return deciding.map((key) => byKey.get(key)).find((id) => id !== undefined) ?? null
}

/** Two visits met the same unknown shop at once; the one that came second starts again and finds the first one's store. */
export class StoreTakenMeanwhile extends Error {}

/** @throws StoreTakenMeanwhile when another transaction gave one of the shop keys to another store. */
export async function claimStoreKeys(db: Db, storeId: number, keys: StoreKeySet): Promise<void> {
  const all = [...keys.shop, ...keys.hosts].toSorted()
  const { rows } = await sql<{ key: string; store_id: number }>`
    insert into store_keys (key, store_id) select key, ${storeId} from unnest(${all}::text[]) as key
    on conflict (key) do update set store_id = case when excluded.key like 'host:%' then excluded.store_id else store_keys.store_id end
    returning key, store_id`.execute(db)
  const deciding = new Set(keys.shop.length > 0 ? keys.shop.slice(0, 1) : [])
  if (rows.some((row) => deciding.has(row.key) && row.store_id !== storeId)) throw new StoreTakenMeanwhile()
}
