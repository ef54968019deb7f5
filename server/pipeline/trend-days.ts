import { sql } from 'kysely'
import { addDays, dayOf, dayStart, type Day } from '#contracts/dates.ts'
import { TREND_FORMULA } from '#contracts/trend-formula.ts'
import type { AppContext, Db } from '#server/context.ts'

const MINUTE_MS = 60_000
/** Sell-outs, prices and places of today come in all the time and tell nobody. */
const TODAY_AGAIN_MS = 5 * MINUTE_MS
/** After midnight, so that what was seen at the very end is committed. */
const FINAL_AFTER_MS = 10 * MINUTE_MS
const DAYS_KEPT_OPEN = 3

/** Says that the trends of the days which products listed from `days` on take part in must be computed again. */
export async function dirtyTrendDays(db: Db, days: Day[]): Promise<void> {
  if (days.length === 0) return
  await sql`
    insert into trend_days (day, version)
    select distinct found::date + reach, 1
    from unnest(${days}::text[]) as found, generate_series(0, ${TREND_FORMULA.newStoreDays - 1}::integer) as reach order by 1
    on conflict (day) do update set version = trend_days.version + 1`.execute(db)
}

export type DueDay = { day: Day; version: number }

/**
 * Days to compute, the latest first: those of which something changed; today every few minutes; and each day once more when it is over,
 * after which it is final unless its stores change.
 */
export async function findDueDays(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  limit: number,
  resting: Day[] = [],
): Promise<DueDay[]> {
  const today = dayOf(now())
  await sql`insert into trend_days (day, version) values (${today}, 1) on conflict (day) do nothing`.execute(
    db,
  )
  const { rows } = await sql<DueDay>`
    select day, version from trend_days
    where day <= ${today} and day <> all(${resting}::date[]) and (version > computed_version
      or (day = ${today} and computed_at < ${before(now(), TODAY_AGAIN_MS)})
      or (day >= ${addDays(today, -DAYS_KEPT_OPEN)} and ${now()} >= ${finalAt} and computed_at < ${finalAt}))
    order by computed_version > 0, day desc limit ${limit}`.execute(db)
  return rows
}

const finalAt = sql`((day + 1)::timestamp at time zone 'UTC' + ${`${FINAL_AFTER_MS} milliseconds`}::interval)`

const before = (now: Date, ms: number): Date => new Date(now.getTime() - ms)

/** First moment after a day. */
export const endOf = (day: Day): Date => dayStart(addDays(day, 1))
