import { type RawBuilder, sql } from 'kysely'
import { readSpan } from '#contracts/catalog/store-filters.ts'
import {
  type listTrendingProducts as endpoint,
  SEARCHED_STORES,
} from '#contracts/catalog/trending-products.ts'
import { type Day, DAY_MS } from '#contracts/dates.ts'
import type { QueryOf } from '#contracts/endpoint.ts'
import type { ClusterId, StoreId } from '#contracts/ids.ts'
import type { CatalogRequest } from '#server/catalog/context.ts'
import type { Range, StoreMatch } from '#server/catalog/search/search.ts'
import { NEWEST_FIRST } from '#server/catalog/stores/store-summary.ts'
import { rates } from './cluster-summary.ts'

const BATCH = 500

export type Query = Omit<QueryOf<typeof endpoint>, 'page' | 'size'>

/** Whether the listings themselves are narrowed or ordered, not only their stores. */
export const searchesListings = (query: Query): boolean =>
  wordsOf(query).length > 0 ||
  (query.sortBy ?? 'foundAt') !== 'foundAt' ||
  (query.listingPrice ?? query.seenWithin ?? query.reduced) !== undefined

const wordsOf = ({ title = '' }: Query): string[] =>
  title
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')

/** Reads the listings of the latest stores by their keys; the number of stores bounds the cost. */
export async function findListings(
  ctx: CatalogRequest,
  stores: StoreMatch,
  query: Query,
  first: Range = { offset: 0, size: 0 },
): Promise<ProductView> {
  const asked: StoreId[] = []
  for await (const ids of stores.ids(NEWEST_FIRST, SEARCHED_STORES)) asked.push(...ids)
  const read = (range: Range) => readListings(ctx, asked, query, range)
  const { total, keys } = await read(first)
  return {
    total,
    asOf: stores.asOf,
    searched: stores.total > asked.length ? { stores: asked.length, of: stores.total } : undefined,
    keys: async (range) => (range === first ? keys : (await read(range)).keys),
    async *firstKeys(limit) {
      const all = (await read({ offset: 0, size: limit })).keys
      for (let at = 0; at < all.length; at += BATCH) yield all.slice(at, at + BATCH)
    },
  }
}

const orders: Record<NonNullable<Query['sortBy']>, RawBuilder<unknown>> = {
  foundAt: sql`place, created_at desc nulls last`,
  seenAt: sql`first_seen_at desc, place`,
  cheapest: sql`dollars nulls last, place`,
  dearest: sql`dollars desc nulls last, place`,
  // Of trending products only.
  score: sql`place`,
  stores: sql`place`,
}

type Found = { total: number; keys: Omit<ProductKey, 'day'>[] }

async function readListings(
  { db, now }: CatalogRequest,
  stores: readonly StoreId[],
  query: Query,
  { offset, size }: Range,
) {
  const { rows } = await sql<Found>`
    with hit as materialized (
      select p.store_id, product_id, place, created_at, first_seen_at, price_min_minor * rate.dollars as dollars
      from unnest(${[...stores]}::bigint[]) with ordinality as asked (store_id, place)
      join products p using (store_id) left join ${rates} on rate.currency = upper(p.currency)
      where removed_at is null and ${conditionsOf(query, now())})
    select (select count(*) from hit)::integer as total, (
      select coalesce(jsonb_agg(jsonb_build_object('storeId', store_id, 'productId', product_id)), '[]') from (
        select store_id, product_id from hit order by ${orders[query.sortBy ?? 'foundAt']}, product_id desc
        offset ${offset} limit ${size}) as page) as keys`.execute(db)
  const [{ total, keys } = { total: 0, keys: [] }] = rows
  return { total, keys: keys.map((key) => ({ ...key, day: null })) }
}

function conditionsOf(query: Query, now: Date): RawBuilder<unknown> {
  const { listingPrice, seenWithin, reduced } = query
  const conditions = wordsOf(query).map((word) => sql`position(${word} in lower(title)) > 0`)
  const [least, most] = (listingPrice && readSpan(listingPrice)) || [null, null]
  const dollars = sql`price_min_minor * rate.dollars`
  if (least !== null) conditions.push(sql`${dollars} >= ${least}`)
  if (most !== null) conditions.push(sql`${dollars} <= ${most}`)
  if (seenWithin !== undefined) {
    const since = new Date(now.getTime() - Number(seenWithin) * DAY_MS)
    conditions.push(sql`first_seen_at >= ${since.toISOString()}`)
  }
  if (reduced) {
    const earlier = '$[*] ? (@.compareAtMinor > @.priceMinor)'
    conditions.push(sql`jsonb_path_exists(variants, ${earlier}::jsonpath)`)
  }
  return conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`
}

/**
 * A listing, and the cluster that it represents; `day` = the day whose trend is shown; null = the
 * latest one.
 */
export type ProductKey = {
  storeId: StoreId
  productId: number
  day: Day | null
  cluster?: ClusterId
}

/** The products of a query, in its order: the same for the list and for its exports. */
export type ProductView = {
  total: number
  /** As in `StoreMatch`. */
  asOf: Date | null
  searched?: { stores: number; of: number } | undefined
  keys: (range: Range) => Promise<ProductKey[]>
  /** The first `limit` keys as of one moment, in batches. */
  firstKeys: (limit: number) => AsyncIterable<ProductKey[]>
}
