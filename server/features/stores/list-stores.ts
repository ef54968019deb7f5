import type { QueryOf, ResponseOf } from '#contracts/endpoint.ts'
import type { listStores as endpoint } from '#contracts/stores.ts'
import { requirePaid, type RequestContext } from '#server/route.ts'
import type { StoreMatch } from '#server/search/store-match.ts'
import { readSummaries } from './read-summaries.ts'
import { type Order, readCursor, writeCursor } from './store-cursor.ts'
import { storeQueryOf } from './store-query.ts'

type Query = QueryOf<typeof endpoint>

/** One page by number, or the rows after `cursor`; the cursor holds while stores are added. */
export async function listStores(ctx: RequestContext, query: Query): Promise<ResponseOf<typeof endpoint>> {
  requirePaid(ctx)
  const order = orderOf(query)
  const cursor = query.cursor === undefined ? null : readCursor(query.cursor, order)
  const match = await ctx.storeIndex.find(await storeQueryOf(ctx, query))
  const { ids, next } = await pageOf(match, query, order, cursor)
  return {
    content: await readSummaries(ctx, ids),
    page: query.page,
    size: query.size,
    totalElements: match.total,
    totalPages: Math.ceil(match.total / query.size),
    nextCursor: next ? writeCursor(order, next) : null,
  }
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
