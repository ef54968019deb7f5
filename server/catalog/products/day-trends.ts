import type { ClusterSummary } from '#contracts/catalog/product-clusters.ts'
import type { RisingProduct } from '#contracts/catalog/today.ts'
import type { Day } from '#contracts/dates.ts'
import type { ClusterId } from '#contracts/ids.ts'
import type { CatalogRequest } from '#server/catalog/context.ts'
import type { StoreQuery } from '#server/catalog/search/search.ts'
import { type TrendRow, trendColumns } from './present-product.ts'

export type DayTrend = TrendRow & { cluster: ClusterId }

/** The products with the highest scores of a day, of those that one of the stores lists. */
export async function readDayTrends(
  { db, productSearch }: CatalogRequest,
  day: Day,
  size: number,
  stores: StoreQuery | null = null,
): Promise<DayTrend[]> {
  const range = { offset: 0, size }
  const query = { days: { from: day, to: day }, badges: null, title: '', stores }
  const match = await productSearch.find(query, { sortBy: 'score', range })
  const clusters = (await match.page('score', range)).map(({ cluster }) => cluster)
  if (clusters.length === 0) return []
  const rows = await db
    .selectFrom('trend_scores')
    .select(['cluster', ...trendColumns])
    .where('day', '=', day)
    .where('cluster', 'in', clusters)
    .execute()
  return clusters.flatMap((cluster) => rows.find((row) => row.cluster === cluster) ?? [])
}

type DayProduct = { summary: ClusterSummary; trend: DayTrend }

/** A product that is being matched again is left out. */
export async function readDayProducts(
  ctx: CatalogRequest,
  trends: readonly DayTrend[],
): Promise<DayProduct[]> {
  const asked = trends.map(({ cluster, day }) => ({ cluster, lastDay: day }))
  const summaries = await ctx.clusterSummaries.read(ctx, asked)
  return trends.flatMap((trend) => {
    const summary = summaries.get(trend.cluster)
    return summary ? { summary, trend } : []
  })
}

export const presentRising = ({ summary, trend }: DayProduct): RisingProduct => ({
  ...summary,
  score: trend.score,
  badge: trend.badge,
  newStores: trend.stores,
})
