import type { QueryOf, ResponseOf } from '#contracts/endpoint.ts'
import type { listStores as endpoint } from '#contracts/stores.ts'
import { findSavedStores } from '#server/features/saved/find-saved.ts'
import { requirePaid, type RequestContext, type Serialized, serialized } from '#server/route.ts'
import type { StoreMatch } from '#server/search/store-match.ts'
import { summaryFor, type SummaryTexts } from './summary-texts.ts'
import { type Order, readCursor, writeCursor } from './store-cursor.ts'
import { storeQueryOf } from './store-query.ts'

type Query = QueryOf<typeof endpoint>

/** One page by number, or the rows after `cursor`; the cursor stays valid while stores are added. */
export async function listStores(
  ctx: RequestContext,
  summaryTexts: SummaryTexts,
  query: Query,
): Promise<Serialized<ResponseOf<typeof endpoint>>> {
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
