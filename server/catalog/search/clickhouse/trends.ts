import { sql } from 'kysely'
import type { Day } from '#contracts/dates.ts'
import type { Db } from '#server/platform/db/schema.ts'
import type { ClickHouse } from './clickhouse.ts'
import { NO_NEXT_DAY } from './tables.ts'

export type TrendKey = { cluster: number; store_id: number; product_id: number }
export type TrendRow = TrendKey & {
  day: Day
  /** The product's next day with a trend. */
  next_day: Day | null
  score: number
  stores: number
  badge: string
}

export const trendKey = ({ cluster, store_id, product_id }: TrendKey): string =>
  `${cluster}-${store_id}-${product_id}`

/** A trend as its table holds it. */
export function toTrend(row: TrendRow, version: number): Record<string, unknown> {
  const { day, next_day, cluster, store_id, product_id, score, stores, badge } = row
  return {
    day,
    next_day: next_day ?? NO_NEXT_DAY,
    cluster,
    store_id,
    product_id,
    score,
    stores,
    badge,
    version,
  }
}

/** Columns of a trend `t` with its score `d`. */
const TREND = sql`t.day, t.cluster, t.store_id, t.product_id, d.score, d.stores, d.badge, (
  select n.day from product_trends n join trend_scores e on e.cluster = n.cluster and e.day = n.day
  where n.store_id = t.store_id and n.product_id = t.product_id and n.day > t.day
  order by n.day limit 1) as next_day`

/** The trends that some clusters have on a day; null = all clusters. A title is null for a product that is gone. */
export async function readTrends(
  db: Db,
  { day, clusters }: { day: Day; clusters: readonly number[] | null },
): Promise<(TrendRow & { title: string | null })[]> {
  const { rows } = await sql<TrendRow & { title: string | null }>`
    select ${TREND}, p.title
    from product_trends t
    join trend_scores d on d.cluster = t.cluster and d.day = t.day
    left join products p on p.store_id = t.store_id and p.product_id = t.product_id
    where t.day = ${day} and (${clusters}::bigint[] is null or t.cluster = any(${clusters}::bigint[]))`.execute(
    db,
  )
  return rows
}

/** The latest trend of each product before a day. */
export async function readPreviousTrends(
  db: Db,
  day: Day,
  products: readonly Pick<TrendKey, 'store_id' | 'product_id'>[],
): Promise<TrendRow[]> {
  const { rows } = await sql<TrendRow>`
    select ${TREND}
    from (select distinct * from unnest(${products.map(({ store_id }) => store_id)}::bigint[],
      ${products.map(({ product_id }) => product_id)}::bigint[]) as asked (store_id, product_id)) as asked
    cross join lateral (
      select t.* from product_trends t join trend_scores d on d.cluster = t.cluster and d.day = t.day
      where t.store_id = asked.store_id and t.product_id = asked.product_id and t.day < ${day}
      order by t.day desc limit 1) as t
    join trend_scores d on d.cluster = t.cluster and d.day = t.day
    join products p on p.store_id = t.store_id and p.product_id = t.product_id`.execute(db)
  return rows
}

/** The trends that a table has on a day, by `trendKey`. */
export async function findPresent(
  clickHouse: ClickHouse,
  table: string,
  day: Day,
  clusters: readonly number[] | null,
): Promise<Map<string, TrendKey>> {
  const rows = await clickHouse.select(
    `select cluster, store_id, product_id from ${table} where day = {day:Date32}${clusters ? ' and cluster in {clusters:Array(UInt64)}' : ''}`,
    { day, ...(clusters && { clusters }) },
  )
  return new Map(
    rows.map((row) => {
      const [cluster = 0, store_id = 0, product_id = 0] = row.map(Number)
      const key = { cluster, store_id, product_id }
      return [trendKey(key), key]
    }),
  )
}
