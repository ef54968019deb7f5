import type { ExportRequest } from '#contracts/exports.ts'
import type { RequestContext } from '#server/route.ts'
import { storeQueryOf } from '#server/features/stores/store-query.ts'
import type { StoreOrder } from '#server/search/order-rows.ts'
import type { OpenList } from './open-list.ts'
import { keysInOrder, readInBatches } from './read-in-batches.ts'
import { createStoreReader } from './read-stores.ts'

type Request = Extract<ExportRequest, { view: 'stores' | 'leads' }>

export async function openStores(ctx: RequestContext, { view, query, columns }: Request): Promise<OpenList> {
  const asked = view === 'leads' ? { ...query, email: 'yes' } : query
  const match = await ctx.storeIndex.find(await storeQueryOf(ctx, asked))
  const order: StoreOrder = {
    sortBy: query.sortBy,
    direction: query.sortDirection.toUpperCase() === 'ASC' ? 'asc' : 'desc',
  }
  const idsAt = async (place: { offset: number; size: number }) => (await match.page(order, place)).ids
  const read = createStoreReader(ctx, columns)
  return {
    total: match.total,
    read: (limit) => readInBatches(keysInOrder(Math.min(limit, match.total), idsAt), read),
  }
}
