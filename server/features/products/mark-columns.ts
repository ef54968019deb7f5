import { sql } from 'kysely'
import type { TrendRow } from '#server/features/trending/trend-columns.ts'

/** Under which id the account saved the row of `products`. */
export const savedIdOf = (userId: string) => sql<number | null>`(select saved.id from saved_products as saved
  where saved.user_id = ${userId} and saved.store_id = products.store_id and saved.product_id = products.product_id)`

/** The latest day on which the row of `products` was trending. */
export const latestTrend = sql<TrendRow | null>`(select to_jsonb(latest) from (
  select t.day, t.score, t.badge, t.stores, t.components from product_trends as t
  where t.store_id = products.store_id and t.product_id = products.product_id order by t.day desc limit 1) as latest)`
