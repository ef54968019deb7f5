import type { ExportRequest } from '#contracts/exports.ts'
import type { RequestContext } from '#server/route.ts'
import { storeQueryOf } from '#server/features/stores/store-query.ts'
import type { StoreOrder } from '#server/search/order-rows.ts'
import type { StoreMatch } from '#server/search/store-match.ts'
import type { OpenList } from './open-list.ts'
import { readInBatches } from './read-in-batches.ts'
import { createStoreReader } from './read-stores.ts'

type Request = Extract<ExportRequest, { view: 'stores' | 'leads' }>

export async function openStores(ctx: RequestContext, { view, query, columns }: Request): Promise<OpenList> {
  const asked = view === 'leads' ? { ...query, email: 'yes' } : query
  const match = await ctx.storeIndex.find(await storeQueryOf(ctx, asked))
  const order: StoreOrder = {
    sortBy: query.sortBy,
    direction: query.sortDirection.toUpperCase() === 'ASC' ? 'asc' : 'desc',
  }
  const read = createStoreReader(ctx, columns)
  return {
    total: match.total,
    read: (limit) => readInBatches(idsInOrder(match, order, Math.min(limit, match.total)), read),
  }
}

/** Few enough to be put in order without keeping the process, many enough that the stores are not gone through too often. */
const IDS_AT_ONCE = 20_000

/** The match is of one moment: what comes or goes meanwhile moves no row. */
async function* idsInOrder(match: StoreMatch, order: StoreOrder, limit: number): AsyncGenerator<number[]> {
  for (let offset = 0; offset < limit; offset += IDS_AT_ONCE) {
    const { ids } = await match.page(order, { offset, size: Math.min(IDS_AT_ONCE, limit - offset) })
    yield ids
  }
}
