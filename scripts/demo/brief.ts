import { sql } from 'kysely'
import { addDays, MINUTE_MS } from '#contracts/dates.ts'
import type { BriefSettings } from '#contracts/workspace/brief.ts'
import type { AppContext } from '#server/platform/context.ts'

const SETTINGS = {
  pace: 'daily',
  weekday: 1,
  hour: 7,
  timeZone: 'Europe/Berlin',
  quietFrom: 22,
  quietUntil: 7,
} as const satisfies Partial<BriefSettings>

/** By then the first stores are found. */
const FIRST_AFTER_MS = 2 * MINUTE_MS

/** Once: a brief that comes each morning, and the first one as if this morning's were due. */
export async function seedBrief(ctx: AppContext, email: string): Promise<void> {
  const now = ctx.now()
  const firstAt = new Date(now.getTime() + FIRST_AFTER_MS)
  // Loaded only here, so that the other processes of the demo do not load them.
  const { passedDay } = await import('#server/workspace/brief/brief-times.ts')
  const { sendBriefs } = await import('#server/workspace/brief/send-briefs.ts')
  const lastDay = addDays(passedDay(SETTINGS, now), -1)
  const { numAffectedRows } = await sql`
    insert into brief_settings (user_id, pace, weekday, hour, time_zone, quiet_from, quiet_until, mail, webhook,
      at_once, last_day, due_at, briefed_until, looked_at, updated_at)
    select id, ${SETTINGS.pace}, ${SETTINGS.weekday}, ${SETTINGS.hour}, ${SETTINGS.timeZone}, ${SETTINGS.quietFrom},
      ${SETTINGS.quietUntil}, true, false, false, ${lastDay}::date, ${firstAt}::timestamptz, ${now}::timestamptz,
      ${now}::timestamptz, ${now}::timestamptz
    from users where email_key = ${email} on conflict do nothing`.execute(ctx.db)
  if (numAffectedRows) await ctx.jobs.enqueue(ctx.db, sendBriefs, {}, { startAfter: firstAt })
}
