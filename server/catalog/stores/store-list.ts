import * as z from 'zod'
import type { QueryOf, ResponseOf } from '#contracts/endpoint.ts'
import { filterKeys } from '#contracts/stores/store-filters.ts'
import {
  type listFacets as listFacetsEndpoint,
  type listStoreDays as listStoreDaysEndpoint,
  type listStores as listStoresEndpoint,
  StoreSort,
} from '#contracts/stores/stores.ts'
import type { CatalogRequest } from '#server/catalog/context.ts'
import { sortKeys } from '#server/catalog/search/store-columns.ts'
import type { StoreMatch } from '#server/catalog/search/store-match.ts'
import type { Position, StoreOrder } from '#server/catalog/search/store-order.ts'
import { invalidRequest } from '#server/platform/errors.ts'
import { serialized, type Serialized } from '#server/platform/http/route.ts'
import { requirePaid } from '#server/platform/session/viewer.ts'
import { findSavedStores } from './saved-store-ids.ts'
import { storeQueryOf } from './store-query.ts'
import { type SummaryCache, summaryFor } from './summary-cache.ts'

type Query = QueryOf<typeof listStoresEndpoint>

/** One page by number, or the rows after `cursor`; the cursor stays valid while stores are added. */
export async function listStores(
  ctx: CatalogRequest,
  summaryTexts: SummaryCache,
  query: Query,
): Promise<Serialized<ResponseOf<typeof listStoresEndpoint>>> {
  const { userId } = requirePaid(ctx)
  const order = orderOf(query)
  const cursor = query.cursor === undefined ? null : readCursor(query.cursor, order)
  const match = await ctx.storeIndex.find(await storeQueryOf(ctx, query))
  const { ids, next } = await pageOf(match, query, order, cursor)
  const texts = await summaryTexts.read(ids, match.versionOf)
  const [saved, limited] = await Promise.all([
    findSavedStores(ctx.sharedDb, userId, ids),
    ctx.contactQuota.claim(ctx, texts),
  ])
  const content = texts.map((text) =>
    summaryFor(text, { isSaved: saved.has(text.id), isLimited: limited.has(text.id) }),
  )
  const rest = JSON.stringify({
    page: query.page,
    size: query.size,
    totalElements: match.total,
    totalPages: Math.ceil(match.total / query.size),
    nextCursor: next ? writeCursor(order, next) : null,
  })
  return serialized(`{"content":[${content.join(',')}],${rest.slice(1)}`)
}

const orderOf = ({ sortBy, sortDirection }: Pick<Query, 'sortBy' | 'sortDirection'>): Order => ({
  sortBy,
  direction: sortDirection.toUpperCase() === 'ASC' ? 'asc' : 'desc',
})

const pageOf = (
  match: StoreMatch,
  { page, size }: Query,
  order: Order,
  cursor: ReturnType<typeof readCursor> | null,
) => (cursor ? match.after(order, cursor, size) : match.page(order, { offset: page * size, size }))

/** @throws AppError `invalid_request` for an unknown filter group */
export async function listFacets(
  ctx: CatalogRequest,
  query: QueryOf<typeof listFacetsEndpoint>,
): Promise<ResponseOf<typeof listFacetsEndpoint>> {
  requirePaid(ctx)
  const names = query.groups.split(',').filter((name) => name !== '')
  const groups = filterKeys.filter((key) => names.includes(key))
  if (groups.length !== new Set(names).size) throw invalidRequest('groups')
  const match = await ctx.storeIndex.find(await storeQueryOf(ctx, query, { counted: groups }))
  return { total: match.total, facets: await match.facets(groups, query.find) }
}

export async function listStoreDays(
  ctx: CatalogRequest,
  query: QueryOf<typeof listStoreDaysEndpoint>,
): Promise<ResponseOf<typeof listStoreDaysEndpoint>> {
  requirePaid(ctx)
  const match = await ctx.storeIndex.find(await storeQueryOf(ctx, query))
  return { days: await match.days() }
}

type Order = StoreOrder

/** Short keys, because a cursor travels in an address: sort, direction, keys, id. */
const Cursor = z.strictObject({
  s: StoreSort,
  d: z.enum(['asc', 'desc']),
  k: z.array(z.number().nullable()).max(8),
  i: z.int().min(1),
})

function writeCursor({ sortBy, direction }: Order, { keys, id }: Position): string {
  const cursor: z.infer<typeof Cursor> = { s: sortBy, d: direction, k: keys, i: id }
  return Buffer.from(JSON.stringify(cursor)).toString('base64url')
}

/** @throws AppError `invalid_request` for a foreign cursor or one of another order */
function readCursor(text: string, { sortBy, direction }: Order): Position {
  const parsed = Cursor.safeParse(parseJson(Buffer.from(text, 'base64url').toString('utf8')))
  if (!parsed.success) throw invalidRequest('cursor', parsed.error)
  const { s, d, k: keys, i: id } = parsed.data
  if (s !== sortBy || d !== direction || keys.length !== sortKeys[sortBy].count)
    throw invalidRequest('cursor')
  return { keys, id }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
