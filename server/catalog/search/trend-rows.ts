import { sql } from 'kysely'
import type { Day } from '#contracts/dates.ts'
import type { ClusterId, StoreId } from '#contracts/ids.ts'
import type { TrendBadge } from '#contracts/catalog/trending.ts'
import type { Db } from '#server/platform/db/schema.ts'

export type TrendRow = {
  cluster: ClusterId
  store_id: StoreId
  product_id: number
  score: number
  stores: number
  badge: TrendBadge
}
export type TrendDayRows = { day: Day; rows: TrendRow[] }

export async function findTrendDays(db: Db): Promise<Day[]> {
  const { rows } = await sql<{
    day: Day
  }>`select distinct day from trend_scores where is_trending order by day`.execute(db)
  return rows.map(({ day }) => day)
}

/**
 * The rows of the days, from one moment, cluster by cluster; none for a day without trends. As one
 * JSON text for each day, like stores: decoding hundreds of thousands of rows column by column
 * takes far longer.
 */
export async function readDays(db: Db, days: readonly Day[]): Promise<TrendDayRows[]> {
  const { rows } = await sql<DayText>`
    select t.day, ${trendsText} as trends
    from product_trends t join trend_scores d on d.cluster = t.cluster and d.day = t.day
    where t.day = any(${days}::date[]) group by t.day`.execute(db)
  return toDays(days, rows)
}

type ClusterDay = { day: Day; cluster: ClusterId }

export async function readClusterDays(
  db: Db,
  asked: readonly ClusterDay[],
): Promise<TrendDayRows[]> {
  const days = asked.map(({ day }) => day)
  const { rows } = await sql<DayText>`
    select t.day, ${trendsText} as trends
    from unnest(${days}::date[], ${asked.map(({ cluster }) => cluster)}::bigint[]) as asked (day, cluster)
      join product_trends t on t.day = asked.day and t.cluster = asked.cluster
      join trend_scores d on d.cluster = t.cluster and d.day = t.day
    group by t.day`.execute(db)
  return toDays([...new Set(days)], rows)
}

type DayText = { day: Day; trends: string }

const trendsText = sql<string>`json_agg(json_build_array(t.cluster, t.store_id, t.product_id, d.score, d.stores, d.badge)
      order by t.cluster, t.store_id desc, t.product_id desc)::text`

function toDays(days: readonly Day[], rows: readonly DayText[]): TrendDayRows[] {
  const byDay = new Map(rows.map(({ day, trends }) => [day, trends]))
  // Safe: `trendsText` builds the arrays.
  return days.map((day) => ({
    day,
    rows: (JSON.parse(byDay.get(day) ?? '[]') as TrendValues[]).map(toTrend),
  }))
}

type TrendValues = [ClusterId, StoreId, number, number, number, TrendBadge]

const toTrend = ([cluster, store_id, product_id, score, stores, badge]: TrendValues): TrendRow => ({
  cluster,
  store_id,
  product_id,
  score,
  stores,
  badge,
})

export const hasTrend = sql<boolean>`exists (
  select from product_trends t join trend_scores d on d.cluster = t.cluster and d.day = t.day
  where t.store_id = p.store_id and t.product_id = p.product_id)`

export type ProductKey = { storeId: StoreId; productId: number }

/** In the order of the keys; null for a deleted product. */
export async function readTitles(db: Db, keys: ProductKey[]): Promise<(string | null)[]> {
  const { rows } = await sql<{ title: string | null }>`
    select p.title
    from unnest(${keys.map(({ storeId }) => storeId)}::bigint[], ${keys.map(({ productId }) => productId)}::bigint[])
      with ordinality as asked (store_id, product_id, place)
    left join products p on p.store_id = asked.store_id and p.product_id = asked.product_id
    order by asked.place`.execute(db)
  return rows.map(({ title }) => title)
}
