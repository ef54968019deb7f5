import { sql } from 'kysely'
import { addDays, type Day, dayOf } from '#contracts/dates.ts'
import type { FreshnessDay, Lag } from '#contracts/freshness.ts'
import type { AppContext } from '#server/context.ts'
import { newStores } from '#server/features/stores/new-stores.ts'
import { seconds } from './seconds.ts'

const FRESHNESS_DAYS = 30

/** A log's clock may be ahead of the server's; no store is visible before it is logged. */
const LAG = sql<number>`greatest(0, extract(epoch from visible_at - found_at)::float8)`
/** Without this case a missing day would count as 0, since `greatest` ignores null. */
const LAUNCH_DAYS = sql<number | null>`
  case when launch_day is not null then greatest(0, (visible_at at time zone 'UTC')::date - launch_day) end`

/** Nearest rank, so that each figure is the lag of an actual store. One list for all shares: each list costs one sort. */
const lagShares = sql<number[] | null>`percentile_disc(array[0.5, 0.9, 0.95]) within group (order by lag)`
const launchShares = sql<
  number[] | null
>`percentile_disc(array[0.5, 0.9]) within group (order by launch_days) filter (where launch_days is not null)`

/** One row for each of the last days, latest first, also for days without stores. */
export async function readDays(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  count = FRESHNESS_DAYS,
): Promise<FreshnessDay[]> {
  const today = dayOf(now())
  const days = Array.from({ length: count }, (_, ago) => addDays(today, -ago))
  const from = addDays(today, 1 - count)
  const stores = newStores(db, { from, to: today })
    .leftJoin('store_lags', 'store_lags.store_id', 'stores.id')
    .select(['found_day as day', 'live', LAG.as('lag'), LAUNCH_DAYS.as('launch_days')])
  const rows = await db
    .selectFrom(stores.as('store'))
    .groupBy('day')
    .select((on) => [
      'day',
      on.fn.countAll<number>().as('newStores'),
      on.fn.countAll<number>().filterWhere('live', '=', true).as('liveStores'),
      on.fn.count<number>('launch_days').as('datedStores'),
      sql<number[] | null>`${lagShares} filter (where live)`.as('live'),
      lagShares.as('all'),
      launchShares.as('launch'),
    ])
    .execute()
  const byDay = new Map(rows.map((row) => [row.day, row]))
  return days.map((day) => presentDay(day, byDay.get(day)))
}

type Row = {
  newStores: number
  liveStores: number
  datedStores: number
  live: number[] | null
  all: number[] | null
  launch: number[] | null
}

function presentDay(day: Day, row: Row | undefined): FreshnessDay {
  const [p50Days = null, p90Days = null] = row?.launch ?? []
  return {
    day,
    newStores: row?.newStores ?? 0,
    live: lagOf(row?.liveStores ?? 0, row?.live ?? []),
    all: lagOf(row?.newStores ?? 0, row?.all ?? []),
    launchToVisible: { stores: row?.datedStores ?? 0, p50Days, p90Days },
  }
}

const lagOf = (stores: number, [p50, p90, p95]: number[]): Lag => ({
  stores,
  p50Seconds: seconds(p50),
  p90Seconds: seconds(p90),
  p95Seconds: seconds(p95),
})
