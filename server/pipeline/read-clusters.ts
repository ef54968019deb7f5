import { type RawBuilder, sql } from 'kysely'
import type { KnownClusters, MatchableProduct } from '#discovery/trend/assign-clusters.ts'
import {
  isPictureKey,
  type ListedProduct,
  matchSignals,
  type MatchTraits,
} from '#discovery/trend/match-signals.ts'
import type { Db } from '#server/context.ts'

export type DueProduct = MatchableProduct & { productId: number }

type Row = {
  store_id: number
  product_id: number
  title: string
  vendor: string | null
  product_type: string | null
  price_min_minor: number | null
  currency: string | null
  images: ListedProduct['images']
  options: ListedProduct['options']
  cluster: number | null
}

// Only the first pictures are compared; a product may have 250.
const columns: RawBuilder<Row> = sql`p.store_id, p.product_id, p.title, p.vendor, p.product_type, p.price_min_minor, p.currency,
  jsonb_path_query_array(p.images, '$[0 to 4]') as images, p.options, p.cluster`

/**
 * New and changed products, locked. Products that are being written are left for later, and so are those whose store is being written: both
 * decide on which days a product counts.
 */
export async function readDueProducts(db: Db, limit: number): Promise<DueProduct[]> {
  const { rows } = await sql<Row>`
    select ${columns} from products p join stores s on s.id = p.store_id where p.match_due order by p.store_id, p.product_id limit ${limit}
    for update of p skip locked for share of s skip locked`.execute(db)
  return rows.map(toProduct)
}

function toProduct(row: Row): DueProduct {
  const product: ListedProduct = {
    title: row.title,
    vendor: row.vendor,
    productType: row.product_type,
    priceMinor: row.price_min_minor,
    currency: row.currency,
    images: row.images,
    options: row.options,
  }
  const id = `${row.store_id}-${row.product_id}`
  return {
    id,
    storeId: row.store_id,
    productId: row.product_id,
    cluster: row.cluster,
    ...matchSignals(product),
  }
}

export async function readKnownClusters(db: Db, due: DueProduct[]): Promise<KnownClusters> {
  const keys = await readKeys(db, [...new Set(due.flatMap((product) => product.keys))])
  const clusters = [...keys.values(), ...due.map(({ cluster }) => cluster ?? null)].filter(
    (id) => id !== null,
  )
  return {
    keys,
    leaders: await readLeaders(db, [...new Set(clusters)]),
    storeMates: await readStoreMates(db, due),
  }
}

/**
 * Key by key through the index: for a list of keys the planner reads the whole table while that is small (82 ms instead of 9 with 390,000
 * keys).
 */
async function readKeys(db: Db, keys: string[]): Promise<Map<string, number | null>> {
  const { rows } = await sql<{ key: string; cluster: number | null }>`
    select asked.key, k.cluster from unnest(${keys}::text[]) as asked (key)
    cross join lateral (select cluster from product_match_keys where key = asked.key offset 0) as k`.execute(
    db,
  )
  return new Map(rows.map(({ key, cluster }) => [key, cluster]))
}

/** Only clusters that continue. */
async function readLeaders(db: Db, clusters: number[]): Promise<Map<number, MatchTraits>> {
  const { rows } = await sql<{ id: number; leader: MatchTraits }>`
    select id, leader from product_clusters where id = any(${clusters}::bigint[]) and merged_into is null and not dissolved`.execute(
    db,
  )
  return new Map(rows.map(({ id, leader }) => [id, leader]))
}

/**
 * `exists` looks keys up in a hash table, `&&` would compare each with each: 0.1 s instead of 3 for 25,000 products with 1,500 pictures.
 */
async function readStoreMates(db: Db, due: DueProduct[]): Promise<DueProduct[]> {
  const pictures = [...new Set(due.flatMap(({ keys }) => keys.filter(isPictureKey)))]
  if (pictures.length === 0) return []
  const stores = [...new Set(due.map(({ storeId }) => storeId))]
  const { rows } = await sql<Row>`
    select ${columns} from products p
    where p.store_id = any(${stores}::bigint[]) and not p.match_due
      and exists (select from unnest(p.match_keys) as key where key = any(${pictures}::text[]))`.execute(db)
  return rows.map(toProduct)
}
