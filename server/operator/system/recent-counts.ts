import { sql } from 'kysely'
import type { SystemState } from '#contracts/operator/system.ts'
import type { AppContext } from '#server/platform/context.ts'
import type { Counts } from './alarms.ts'

const MINUTE_MS = 60_000

type Ctx = Pick<AppContext, 'db' | 'now'>
type Counted = SystemState['visits'][number]

/** By outcome: of the last hour and day, and since the installation began. */
export async function readCounts({ db, now }: Ctx, name: 'visits' | 'requests'): Promise<Counted[]> {
  const at = now().getTime()
  const [hour, day] = [new Date(at - 60 * MINUTE_MS), new Date(at - 24 * 60 * MINUTE_MS)]
  const { rows } = await sql<Counted>`
    select label as outcome, total, coalesce("lastHour", 0) as "lastHour", coalesce("lastDay", 0) as "lastDay"
    from tallies left join (
      select label, sum(total)::bigint as "lastDay",
        coalesce(sum(total) filter (where slot > ${hour}), 0)::bigint as "lastHour"
      from tally_slots where name = ${name} and slot > ${day} group by label) as recent using (label)
    where name = ${name} order by "lastDay" desc, total desc, label collate "C"`.execute(db)
  return rows
}

/** The window of the alert rules. */
const ALERT_WINDOW_MS = 15 * MINUTE_MS

export async function readRecentCounts({ db, now }: Ctx, name: 'visits' | 'requests'): Promise<Counts> {
  const rows = await db
    .selectFrom('tally_slots')
    .select((on) => ['label', on.fn.sum<number>('total').as('total')])
    .where('name', '=', name)
    .where('slot', '>', new Date(now().getTime() - ALERT_WINDOW_MS))
    .groupBy('label')
    .execute()
  return new Map(rows.map(({ label, total }) => [label, Number(total)]))
}
