/**
 * The table `trend_months` has of each listing and month its latest trend: some rows for each
 * listing where `trends` has one for each day. The latest day of a cluster among any of its
 * listings is the latest of theirs, so whole months of a question are read from here.
 */
import type { Day } from '#contracts/dates.ts'
import type { ClusterId } from '#contracts/ids.ts'
import type { DaySpan } from '#server/catalog/search/search.ts'
import type { Params } from './params.ts'

type Tables = { trends: string; trend_months: string }

/** Such as 202611. */
export const monthOf = (day: Day | ''): number => Number(day.slice(0, 7).replace('-', ''))

const COLUMNS = 'day, cluster, store_id, product_id, score, stores, badge'

/**
 * Rows among which each listing has its latest trend of the span. The days of the last month are
 * read singly only if the span ends before the latest of them.
 */
export function latestTrends(
  { trends, trend_months }: Tables,
  days: DaySpan,
  params: Params,
  where: string,
): string {
  if (!days) return `select ${COLUMNS} from ${trend_months} where ${where}`
  const [from, to] = [params.add(days.from, 'Date32'), params.add(days.to, 'Date32')]
  const ofDays = `select ${COLUMNS} from ${trends} where day between ${from} and ${to} and ${where}`
  if (days.from === days.to) return ofDays
  const [first, last] = [days.from, days.to].map((day) => params.add(monthOf(day), 'UInt32'))
  return `select ${COLUMNS} from ${trend_months} where month between ${first} and ${last} and day between ${from} and ${to} and ${where}
    union all ${ofDays} and toYYYYMM(day) = ${last}
      and (select count() from ${trend_months} where month = ${last} and day > ${to}) > 0`
}

/** Of some clusters; null = of all. Rows of listings without a trend in the month are removed. */
export const foldStatement = (
  { trends, trend_months }: Tables,
  clusters: readonly ClusterId[] | null,
): string => {
  const some = clusters ? ' and cluster in {clusters:Array(UInt64)}' : ''
  return `insert into ${trend_months} (month, day, cluster, store_id, product_id, score, stores, badge, version, is_deleted)
    select {month:UInt32}, maxIf(day, is_present), cluster, store_id, product_id, argMaxIf(score, day, is_present),
      argMaxIf(stores, day, is_present), argMaxIf(badge, day, is_present), {version:UInt64}, not max(is_present)
    from (
      select ${COLUMNS}, true as is_present from ${trends} where toYYYYMM(day) = {month:UInt32}${some}
      union all
      select ${COLUMNS}, false as is_present from ${trend_months} where month = {month:UInt32}${some})
    group by cluster, store_id, product_id
    settings final = 1`
}
