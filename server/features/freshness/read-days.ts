import { sql } from 'kysely'
import { addDays, type Day, dayOf } from '#contracts/dates.ts'
import type { FreshnessDay, Lag } from '#contracts/freshness.ts'
import type { AppContext } from '#server/context.ts'
import { foundStores } from '#server/features/stores/found-stores.ts'
import { seconds } from './seconds.ts'

const FRESHNESS_DAYS = 30

/** A log's clock may be ahead of ours; nothing is visible before it is logged. */
const LAG = sql<number>`greatest(0, extract(epoch from stores.visible_at - stores.found_at))::float8`
const LAUNCH_DAYS = sql<number>`greatest(0, (stores.visible_at at time zone 'UTC')::date - stores.launch_day)`

/** Nearest rank, so that each figure is the lag of a store that there is. */
const percentile = (share: number, value: typeof LAG) =>
  sql<number | null>`percentile_disc(${sql.lit(share)}) within group (order by ${value})`

/** One row for each of the last days, latest first, also for days without stores. */
export async function readDays(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  count = FRESHNESS_DAYS,
): Promise<FreshnessDay[]> {
  const today = dayOf(now())
  const days = Array.from({ length: count }, (_, ago) => addDays(today, -ago))
  const from = addDays(today, 1 - count)
  const rows = await foundStores(db, { days: { from, to: today }, launchStatus: 'new' })
    .leftJoin('store_lags', 'store_lags.store_id', 'stores.id')
    .groupBy('found_day')
    .select((on) => [
      'found_day as day',
      on.fn.countAll<number>().as('newStores'),
      on.fn.countAll<number>().filterWhere('live', '=', true).as('liveStores'),
      on.fn.count<number>('launch_day').as('datedStores'),
      sql<number | null>`${percentile(0.5, LAG)} filter (where live)`.as('live50'),
      sql<number | null>`${percentile(0.9, LAG)} filter (where live)`.as('live90'),
      sql<number | null>`${percentile(0.95, LAG)} filter (where live)`.as('live95'),
      percentile(0.5, LAG).as('all50'),
      percentile(0.9, LAG).as('all90'),
      percentile(0.95, LAG).as('all95'),
      // The greatest of zero and nothing would be zero.
      sql<number | null>`${percentile(0.5, LAUNCH_DAYS)} filter (where launch_day is not null)`.as(
        'launch50',
      ),
      sql<number | null>`${percentile(0.9, LAUNCH_DAYS)} filter (where launch_day is not null)`.as(
        'launch90',
      ),
    ])
    .execute()
  const byDay = new Map(rows.map((row) => [row.day, row]))
  return days.map((day) => presentDay(day, byDay.get(day)))
}

type Row = {
  newStores: number
  liveStores: number
  datedStores: number
} & Record<
  'live50' | 'live90' | 'live95' | 'all50' | 'all90' | 'all95' | 'launch50' | 'launch90',
  number | null
>

function presentDay(day: Day, row: Row | undefined): FreshnessDay {
  return {
    day,
    newStores: row?.newStores ?? 0,
    live: lag(row?.liveStores, row?.live50, row?.live90, row?.live95),
    all: lag(row?.newStores, row?.all50, row?.all90, row?.all95),
    launchToVisible: {
      stores: row?.datedStores ?? 0,
      p50Days: row?.launch50 ?? null,
      p90Days: row?.launch90 ?? null,
    },
  }
}

type Figure = number | null | undefined
const lag = (stores: number | undefined, p50: Figure, p90: Figure, p95: Figure): Lag => ({
  stores: stores ?? 0,
  p50Seconds: seconds(p50),
  p90Seconds: seconds(p90),
  p95Seconds: seconds(p95),
})
