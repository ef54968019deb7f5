import { sql } from 'kysely'
import { addDays, MINUTE_MS } from '#contracts/dates.ts'
import type { BriefSettings } from '#contracts/workspace/brief.ts'
import type { AppContext } from '#server/platform/context.ts'
import type { Filler } from './as-found.ts'
import { FOLLOWS } from './follows.ts'
import { FIRST_LEADS } from './leads.ts'

const SETTINGS = {
  pace: 'daily',
  weekday: 1,
  hour: 7,
  timeZone: 'Europe/Berlin',
  quietFrom: 22,
  quietUntil: 7,
} as const satisfies Partial<BriefSettings>

/** A world of few stores never fills the board: then the first brief comes without it. */
const FIRST_WITHIN_MS = 2 * MINUTE_MS

/** Once: a brief that comes each morning, and the first one as soon as there is something in it. */
export async function seedBrief(ctx: AppContext, email: string): Promise<Filler[]> {
  const now = ctx.now()
  const firstAt = new Date(now.getTime() + FIRST_WITHIN_MS)
  // Loaded only here, so that the other processes of the demo do not load them.
  const { passedDay } = await import('#server/workspace/brief/brief-times.ts')
  const { sendBriefs } = await import('#server/workspace/brief/send-briefs.ts')
  const lastDay = addDays(passedDay(SETTINGS, now), -1)
  const { rows } = await sql<{ user_id: string }>`
    insert into brief_settings (user_id, pace, weekday, hour, time_zone, quiet_from, quiet_until, mail, webhook,
      at_once, last_day, due_at, briefed_until, looked_at, updated_at)
    select id, ${SETTINGS.pace}, ${SETTINGS.weekday}, ${SETTINGS.hour}, ${SETTINGS.timeZone}, ${SETTINGS.quietFrom},
      ${SETTINGS.quietUntil}, true, false, false, ${lastDay}::date, ${firstAt}::timestamptz, ${now}::timestamptz,
      ${now}::timestamptz, ${now}::timestamptz
    from users where email_key = ${email} on conflict do nothing returning user_id`.execute(ctx.db)
  return rows.map(({ user_id: userId }) => async () => {
    const isDue = ctx.now() >= firstAt || (await bringForward(ctx, userId, firstAt))
    if (isDue) await ctx.jobs.enqueue(ctx.db, sendBriefs, {})
    return isDue
  })
}

/** With dozens of steps, and all that the account follows. */
async function bringForward({ db, now }: AppContext, userId: string, from: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update brief_settings set due_at = ${now()}::timestamptz where user_id = ${userId}::uuid and due_at = ${from}::timestamptz
      and (select count(*) from saved_stores where user_id = ${userId}::uuid and stage is not null) >= ${FIRST_LEADS}
      and (select count(*) from follows where user_id = ${userId}::uuid) >= ${FOLLOWS}`.execute(db)
  return (numAffectedRows ?? 0n) > 0n
}
