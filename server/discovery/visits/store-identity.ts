import type { StoreId } from '#contracts/ids.ts'
import { sql } from 'kysely'
import type { StoreSnapshot } from '#discovery/extract/store-snapshot.ts'
import type { Db } from '#server/platform/db/schema.ts'

export type StoreKeySet = {
  /** Keys of the shop itself: its id on the platform, its platform handle. Never shared by two shops. */
  shop: string[]
  /** Addresses under which it was found. A domain may pass from one shop to another. */
  hosts: string[]
}

export function storeKeySet(snapshot: StoreSnapshot, hosts: string[]): StoreKeySet {
  const shop = []
  if (snapshot.shopId) shop.push(`shop_id:${snapshot.shopId.value}`)
  if (snapshot.shop) shop.push(`shop:${snapshot.shop.value.toLowerCase()}`)
  return { shop, hosts: [...new Set(hosts.map((host) => `host:${host.replace(/^www\./, '')}`))] }
}

/** Hosts decide only when the shop has no keys. */
const decidingKeys = ({ shop, hosts }: StoreKeySet) => (shop.length > 0 ? shop : hosts)

/** The stores of the key sets, in their order; null = unknown. */
export async function findStoreIds(db: Db, sets: StoreKeySet[]): Promise<(StoreId | null)[]> {
  const keys = sets.flatMap(decidingKeys)
  const rows = await db
    .selectFrom('store_keys')
    .select(['key', 'store_id'])
    .where(sql<boolean>`key = any(${keys}::text[])`)
    .execute()
  const byKey = new Map(rows.map((row) => [row.key, row.store_id]))
  return sets.map(
    (set) =>
      decidingKeys(set)
        .map((key) => byKey.get(key))
        .find((id) => id !== undefined) ?? null,
  )
}

/** Two transactions found the same unknown shop at once; the second starts again and finds the store of the first. */
export class StoreKeyConflict extends Error {}

/** @throws StoreKeyConflict when another transaction gave the deciding key of a set to another store. */
export async function claimStoreKeys(
  db: Db,
  claims: { storeId: StoreId; keys: StoreKeySet }[],
): Promise<void> {
  const owners = new Map(
    claims.flatMap(({ storeId, keys }) =>
      [...keys.shop, ...keys.hosts].map((key) => [key, storeId] as const),
    ),
  )
  const rows = [...owners].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const { rows: claimed } = await sql<{ key: string; store_id: StoreId }>`
    insert into store_keys (key, store_id)
    select * from unnest(${rows.map(([key]) => key)}::text[], ${rows.map(([, id]) => id)}::bigint[])
    on conflict (key) do update set store_id = case when excluded.key like 'host:%' then excluded.store_id else store_keys.store_id end
    returning key, store_id`.execute(db)
  const actualOwners = new Map(claimed.map((row) => [row.key, row.store_id]))
  for (const { storeId, keys } of claims) {
    const [first] = decidingKeys(keys)
    if (first !== undefined && actualOwners.get(first) !== storeId && owners.get(first) === storeId)
      throw new StoreKeyConflict()
  }
}
