import type { StoreId } from '#contracts/ids.ts'
import { sql } from 'kysely'
import type { Db } from '#server/platform/db/schema.ts'
import { jsonText } from '#server/platform/db/sql-text.ts'
import { isSameSite } from './store-lifecycle.ts'
import type { StoreVisit } from './store-row.ts'

export type StoreKeySet = {
  /**
   * Keys of the shop itself: its id on the platform, its platform handle. Never shared by two
   * shops.
   */
  shop: string[]
  /** Addresses under which it was found. A domain may pass from one shop to another. */
  hosts: string[]
}

type NamedStore = Pick<StoreVisit, 'visitedHost' | 'finalHost' | 'isOffPlatform' | 'snapshot'>

export function storeKeysOf({ snapshot, visitedHost, finalHost }: NamedStore): StoreKeySet {
  const shop = []
  if (snapshot.shopId) shop.push(`shop_id:${snapshot.shopId.value}`)
  if (snapshot.shop) shop.push(`shop:${snapshot.shop.value.toLowerCase()}`)
  const hosts = [visitedHost, finalHost].map((host) => `host:${host.replace(/^www\./, '')}`)
  return { shop, hosts: [...new Set(hosts)] }
}

/** Hosts decide only when the shop has no keys. */
const decidingKeys = ({ shop, hosts }: StoreKeySet) => (shop.length > 0 ? shop : hosts)

export type KeyOwners = ReadonlyMap<string, StoreId>

export async function readOwners(db: Db, sets: readonly StoreKeySet[]): Promise<KeyOwners> {
  const keys = sets.flatMap(allKeys)
  const rows = await db
    .selectFrom('store_keys')
    .select(['key', 'store_id'])
    .where(sql<boolean>`key = any(${keys}::text[])`)
    .execute()
  return new Map(rows.map((row) => [row.key, row.store_id]))
}

const allKeys = ({ shop, hosts }: StoreKeySet) => [...shop, ...hosts]

/** Null = unknown. */
export const storeIdOf = (owners: KeyOwners, set: StoreKeySet): StoreId | null =>
  decidingKeys(set)
    .map((key) => owners.get(key))
    .find((id) => id !== undefined) ?? null

/** In the order of the sets; null = unknown. */
export async function findStoreIds(
  db: Db,
  sets: readonly StoreKeySet[],
): Promise<(StoreId | null)[]> {
  const owners = await readOwners(db, sets)
  return sets.map((set) => storeIdOf(owners, set))
}

/**
 * The visited hosts that name a store which we know at another domain, although they may name any.
 * Only what the platform itself says proves that a store moved there, or the store's own domain
 * when it leads there.
 */
export async function findTakeovers(db: Db, visits: NamedStore[]): Promise<ReadonlySet<string>> {
  const doubtful = visits.filter((visit) => visit.isOffPlatform || !isNamedByPlatform(visit))
  if (doubtful.length === 0) return new Set()
  const named = await findStoreIds(db, doubtful.map(storeKeysOf))
  const known = named.filter((id) => id !== null)
  const { rows } = await sql<{ id: StoreId; domain: string }>`
    select id, domain from stores where id = any(${known}::bigint[])`.execute(db)
  const domains = new Map(rows.map(({ id, domain }) => [id, domain]))
  return new Set(
    doubtful.flatMap(({ visitedHost, finalHost }, index) => {
      const id = named[index] ?? null
      const domain = id === null ? undefined : domains.get(id)
      const isKnownThere = [visitedHost, finalHost].some(
        (host) => domain && isSameSite(host, domain),
      )
      return domain === undefined || isKnownThere ? [] : [visitedHost]
    }),
  )
}

/** Answers that merchants cannot write, as their theme's pages. */
const PLATFORM_ANSWER = /^(?:meta\.json#|response header$|header etag$)/

const isNamedByPlatform = ({ snapshot: { shop, shopId } }: NamedStore): boolean =>
  [shop, shopId].every((fact) => fact === null || PLATFORM_ANSWER.test(fact.evidence.path))

/** The stores whose domain now belongs to another shop: nothing would lead us to them any more. */
export async function findReplacedStores(db: Db, visits: NamedStore[]): Promise<StoreId[]> {
  const shops = visits.flatMap(({ finalHost, isOffPlatform, snapshot }) =>
    snapshot.shopId && !isOffPlatform
      ? [{ host: finalHost.replace(/^www\./, ''), shopId: snapshot.shopId.value }]
      : [],
  )
  if (shops.length === 0) return []
  const { rows } = await sql<{ id: StoreId }>`
    select distinct stores.id from jsonb_to_recordset(${jsonText(shops)}::jsonb) as t (host text, "shopId" text)
    join stores on stores.domain in (t.host, 'www.' || t.host)
    where stores.status <> 'CLOSED' and stores.shop_id <> t."shopId"`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Two transactions found the same unknown shop at once; the second starts again and finds the store
 * of the first.
 */
export class StoreKeyConflict extends Error {}

/**
 * Writes those that `known` gives to nobody or to another store.
 *
 * @throws StoreKeyConflict when another transaction gave the deciding key of a set to another
 * store.
 */
export async function claimStoreKeys(
  db: Db,
  claims: { storeId: StoreId; keys: StoreKeySet }[],
  known: KeyOwners,
): Promise<void> {
  const owners = new Map(
    claims.flatMap(({ storeId, keys }) => allKeys(keys).map((key) => [key, storeId] as const)),
  )
  const rows = [...owners]
    .filter(([key, id]) => known.get(key) !== id)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  if (rows.length === 0) return
  const { rows: claimed } = await sql<{ key: string; store_id: StoreId }>`
    insert into store_keys (key, store_id)
    select * from unnest(${rows.map(([key]) => key)}::text[], ${rows.map(([, id]) => id)}::bigint[])
    on conflict (key) do update set store_id = case when excluded.key like 'host:%' then excluded.store_id else store_keys.store_id end
    returning key, store_id`.execute(db)
  const actualOwners = new Map([
    ...known,
    ...claimed.map((row) => [row.key, row.store_id] as const),
  ])
  for (const { storeId, keys } of claims) {
    const [first] = decidingKeys(keys)
    if (first !== undefined && actualOwners.get(first) !== storeId && owners.get(first) === storeId)
      throw new StoreKeyConflict()
  }
}
