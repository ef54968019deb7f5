import { sql } from 'kysely'
import { addDays, dayOf, HOUR_MS, MINUTE_MS } from '#contracts/dates.ts'
import type { Alarm } from '#contracts/operator/system.ts'
import { selectNewStores } from '#server/catalog/api.ts'
import type { Figures } from '#server/operations/metrics/database-metrics.ts'
import type { AppContext } from '#server/platform/context.ts'
import { type Counts, findAlarms } from './alarms.ts'

type Ctx = Pick<AppContext, 'db' | 'now'>

/** The console lists it, and `/metrics` exposes it as `storedawn_alarm`. */
export async function readAlarms(ctx: Ctx, figures: Figures): Promise<Alarm[]> {
  const [lagSeconds, visits, answers] = await Promise.all([
    readRecentLag(ctx),
    readRecentCounts(ctx, 'visits'),
    readRecentCounts(ctx, 'requests'),
  ])
  return findAlarms({ ...figures, now: ctx.now(), lagSeconds, visits, answers })
}

/** Older entries are read while a log catches up, and such stores do not count. */
const RECENT_DAYS = 2

/** Null without any. */
async function readRecentLag({ db, now }: Ctx): Promise<number | null> {
  const today = dayOf(now())
  const { seconds } = await selectNewStores(db, {
    from: addDays(today, 1 - RECENT_DAYS),
    to: today,
  })
    .innerJoin('store_lags', 'store_lags.store_id', 'stores.id')
    .where('live', '=', true)
    .where('visible_at', '>', new Date(now().getTime() - HOUR_MS))
    .select(
      sql<number | null>`percentile_disc(0.95) within group (
        order by greatest(0, extract(epoch from visible_at - found_at)::float8))`.as('seconds'),
    )
    .executeTakeFirstOrThrow()
  return seconds
}

const WINDOW_MS = 15 * MINUTE_MS

async function readRecentCounts({ db, now }: Ctx, name: 'visits' | 'requests'): Promise<Counts> {
  const rows = await db
    .selectFrom('tally_slots')
    .select((on) => ['label', on.fn.sum<number>('total').as('total')])
    .where('name', '=', name)
    .where('slot', '>', new Date(now().getTime() - WINDOW_MS))
    .groupBy('label')
    .execute()
  return new Map(rows.map(({ label, total }) => [label, Number(total)]))
}
