import { daysOf, type Day } from '#contracts/dates.ts'
import type { QueryOf } from '#contracts/endpoint.ts'
import { type listTrendingProducts as endpoint, readBadges } from '#contracts/trending-products.ts'
import { storeQueryOf } from '#server/features/stores/store-query.ts'
import type { RequestContext } from '#server/route.ts'
import type { TrendOrder } from '#server/search/match-trends.ts'
import type { StoreJudge } from '#server/search/judge-stores.ts'
import type { StoreQuery } from '#server/search/scan-stores.ts'
import { createTitleTest } from '#server/search/title-test.ts'
import { readPieces } from './read-pieces.ts'

type Query = Omit<QueryOf<typeof endpoint>, 'page' | 'size'>
type Place = { offset: number; size: number }

/** `day` = the day whose trend is shown; null = the latest one. */
export type ProductKey = { storeId: number; productId: number; day: Day | null }

/** The products of a query, in its order: the same for the list and for its exports. */
export type ProductView = { total: number; keys: (place: Place) => Promise<ProductKey[]> }

export const findProductView = (ctx: RequestContext, query: Query): Promise<ProductView> =>
  query.scope === 'all' ? findAll(ctx, query) : findTrending(ctx, query)

async function findAll(ctx: RequestContext, query: Query): Promise<ProductView> {
  const asked = { ...query, launchStatus: query.launchStatus ?? ('new' as const) }
  const stores = await ctx.storeIndex.find(await storeQueryOf(ctx, asked))
  return {
    total: stores.listedProducts,
    keys: async (place) => readPieces(ctx.db, await stores.products(place)),
  }
}

/** Here the dates are those of the trends, not those on which stores were found. */
async function findTrending(ctx: RequestContext, query: Query): Promise<ProductView> {
  const asked = { ...query, launchStatus: query.launchStatus ?? ('all' as const) }
  const storeQuery = { ...(await storeQueryOf(ctx, asked)), days: null }
  const { sortBy = 'score' } = query
  const isNarrowed = isAskingOfStores(storeQuery)
  const stores = isNarrowed || sortBy === 'foundAt' ? await ctx.storeIndex.judge(storeQuery) : null
  const match = await ctx.trendIndex.find({
    days: daysOf(query),
    badges: query.badge ? readBadges(query.badge) : null,
    isInTitle: createTitleTest(query.title ?? ''),
    stores: isNarrowed ? stores : null,
  })
  const order = orderOf(sortBy, stores)
  return { total: match.total, keys: (place) => match.page(order, place) }
}

const isAskingOfStores = ({ scope, choices }: StoreQuery): boolean =>
  scope !== 'all' || Object.keys(choices).length > 0

const orderOf = (sortBy: NonNullable<Query['sortBy']>, stores: StoreJudge | null): TrendOrder =>
  sortBy === 'foundAt' ? { sortBy, foundAtOf: stores?.foundAtOf ?? (() => 0) } : { sortBy }
