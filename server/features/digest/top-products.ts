import type { Day } from '#contracts/dates.ts'
import type { Db } from '#server/context.ts'
import { trendingProducts } from '#server/features/trending/trending-products.ts'
import { daysOfWeek } from './digest-week.ts'

const MOST_SHOWN = 5
/** Of these rows, the same product in several stores counts once. */
const MOST_READ = 60

export type TopProduct = Awaited<ReturnType<typeof readTop>>[number]

/** The highest scores of the week, each product once. */
export async function readTopProducts(db: Db, monday: Day): Promise<TopProduct[]> {
  const byProduct = new Map<number, TopProduct>()
  for (const row of await readTop(db, monday))
    if (!byProduct.has(row.cluster)) byProduct.set(row.cluster, row)
  return [...byProduct.values()].slice(0, MOST_SHOWN)
}

function readTop(db: Db, monday: Day) {
  const latest = trendingProducts(db, daysOfWeek(monday))
    .select(['store_id', 'product_id', 'cluster', 'day'])
    .orderBy('store_id')
    .orderBy('product_id')
    .orderBy('day', 'desc')
  return db
    .selectFrom(latest.as('latest'))
    .innerJoin('products', (join) =>
      join
        .onRef('products.store_id', '=', 'latest.store_id')
        .onRef('products.product_id', '=', 'latest.product_id'),
    )
    .innerJoin('trend_scores', (join) =>
      join.onRef('trend_scores.cluster', '=', 'latest.cluster').onRef('trend_scores.day', '=', 'latest.day'),
    )
    .innerJoin('stores', 'stores.id', 'latest.store_id')
    .select(['latest.store_id', 'latest.product_id', 'latest.cluster', 'trend_scores.stores'])
    .select(['products.title', 'stores.name as store'])
    .orderBy('trend_scores.score', 'desc')
    .orderBy('latest.store_id', 'desc')
    .orderBy('latest.product_id', 'desc')
    .limit(MOST_READ)
    .execute()
}
