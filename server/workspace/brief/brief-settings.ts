import type { Selectable } from 'kysely'
import type { BodyOf, ResponseOf } from '#contracts/endpoint.ts'
import type { UserId } from '#contracts/ids.ts'
import { rightsOf } from '#contracts/billing/plan-rights.ts'
import type * as api from '#contracts/workspace/brief.ts'
import { lockOwnAccount } from '#server/accounts/api.ts'
import type { AppContext } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import type { BriefSettingsRow } from '#server/platform/db/workspace-schema.ts'
import type { RequestContext } from '#server/platform/http/request-context.ts'
import { requirePaid } from '#server/platform/session/viewer.ts'
import { nextTime, passedDay } from './brief-times.ts'

type Shown = ResponseOf<typeof api.getBriefSettings>
export type SettingsRow = Selectable<BriefSettingsRow>

/** Of an account that has set nothing; its zone is not known. */
const UNSET: api.BriefSettings = {
  pace: 'off',
  weekday: 1,
  hour: 7,
  timeZone: 'UTC',
  quietFrom: null,
  quietUntil: null,
  mail: true,
  webhook: false,
  atOnce: false,
}

const selectSettings = (db: Db, userId: UserId) =>
  db.selectFrom('brief_settings').selectAll().where('user_id', '=', userId)

export const readSettingsRow = (db: Db, userId: UserId): Promise<SettingsRow | undefined> =>
  selectSettings(db, userId).executeTakeFirst()

/** False when another process was faster, or the owner has changed the settings meanwhile. */
export async function lockSettings(
  db: Db,
  row: SettingsRow,
  time: 'due_at' | 'looked_at',
): Promise<boolean> {
  const locked = await selectSettings(db, row.user_id)
    .where(time, '=', row[time])
    .where('updated_at', '=', row.updated_at)
    .forUpdate()
    .executeTakeFirst()
  return locked !== undefined
}

export const presentSettings = (row: SettingsRow | undefined): api.BriefSettings =>
  row
    ? {
        pace: row.pace,
        weekday: row.weekday,
        hour: row.hour,
        timeZone: row.time_zone,
        quietFrom: row.quiet_from,
        quietUntil: row.quiet_until,
        mail: row.mail,
        webhook: row.webhook,
        atOnce: row.at_once,
      }
    : UNSET

export async function getBriefSettings(ctx: RequestContext): Promise<Shown> {
  const { userId, role } = requirePaid(ctx)
  const row = await readSettingsRow(ctx.db, userId)
  const { hasInstantAlerts, hasWebhooks } = rightsOf(role)
  return {
    ...presentSettings(row),
    nextAt: row?.due_at?.toISOString() ?? null,
    hasAtOnce: hasInstantAlerts,
    hasWebhooks,
  }
}

export async function putBriefSettings(
  ctx: RequestContext,
  settings: BodyOf<typeof api.putBriefSettings>,
): Promise<Shown> {
  const { userId } = requirePaid(ctx)
  await inTransaction(ctx, async (ctx) => {
    // The lock makes two parallel calls follow one another, and waits for a brief that is sent.
    await lockOwnAccount(ctx.db, userId)
    const before = await selectSettings(ctx.db, userId).forUpdate().executeTakeFirst()
    const values = { ...toColumns(settings), ...timesOf(settings, before, ctx.now()) }
    await ctx.db
      .insertInto('brief_settings')
      .values({ user_id: userId, ...values })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
      .execute()
  })
  return getBriefSettings(ctx)
}

const toColumns = (settings: api.BriefSettings) => ({
  pace: settings.pace,
  weekday: settings.weekday,
  hour: settings.hour,
  time_zone: settings.timeZone,
  quiet_from: settings.quietFrom,
  quiet_until: settings.quietUntil,
  mail: settings.mail,
  webhook: settings.webhook,
  at_once: settings.atOnce,
})

/**
 * Another zone or hour leaves the days that had their brief as they are. Another pace begins with
 * the next time that comes, and one that was off also with what is new from now on.
 */
function timesOf(settings: api.BriefSettings, before: SettingsRow | undefined, now: Date) {
  const { pace, weekday } = settings
  const isNewPace = before?.pace !== pace || before.weekday !== weekday
  const passed = passedDay(settings, now)
  const known = before?.last_day ?? passed
  const lastDay = isNewPace && passed > known ? passed : known
  const isSending = before !== undefined && before.pace !== 'off'
  return {
    last_day: lastDay,
    due_at: nextTime(settings, lastDay),
    briefed_until: isSending ? before.briefed_until : now,
    looked_at: before?.at_once ? before.looked_at : now,
    updated_at: now,
  }
}

type Deps = Pick<AppContext, 'db' | 'now'>

/** Called by the link of a mail, so it needs no sign-in. The brief stays on the other channels. */
export async function disableBriefMails({ db, now }: Deps, userId: UserId): Promise<void> {
  await db
    .updateTable('brief_settings')
    .set({ mail: false, updated_at: now() })
    .where('user_id', '=', userId)
    .where('mail', '=', true)
    .execute()
}

/** @returns false when the account has set no brief */
export async function enableBriefMails({ db, now }: Deps, userId: UserId): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('brief_settings')
    .set({ mail: true, updated_at: now() })
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
