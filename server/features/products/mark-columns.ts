import { sql } from 'kysely'
import type { TrendRow } from '#server/features/trending/trend-columns.ts'

/** The account's saved id for the row of `products`. */
export const savedIdOf = (userId: string) => sql<number | null>`(select saved.id from saved_products as saved
  where saved.user_id = ${userId} and saved.store_id = products.store_id and saved.product_id = products.product_id)`

/** The latest day on which the row of `products` was trending. */
export const latestTrend = sql<TrendRow | null>`(select to_jsonb(latest) from (
  select day, score, badge, stores, components from product_trends as t join trend_scores using (cluster, day)
  where t.store_id = products.store_id and t.product_id = products.product_id order by day desc limit 1) as latest)`
