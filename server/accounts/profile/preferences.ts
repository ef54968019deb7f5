import type { Preferences } from '#contracts/accounts/users.ts'
import type { UserId } from '#contracts/ids.ts'
import { recordAuditEvent } from '#server/platform/audit-trail.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { sessionExpired } from '#server/platform/errors.ts'
import type { RequestContext } from '#server/platform/http/request-context.ts'
import { requireViewer } from '#server/platform/session/viewer.ts'

export async function getPreferences(ctx: RequestContext): Promise<Preferences> {
  const { userId } = requireViewer(ctx)
  const row = await ctx.db
    .selectFrom('users')
    .select('email_updates')
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!row) throw sessionExpired()
  return { emailUpdates: row.email_updates }
}

export async function updatePreferences(
  ctx: RequestContext,
  { emailUpdates }: Preferences,
): Promise<Preferences> {
  const { userId } = requireViewer(ctx)
  await inTransaction(ctx, (ctx) => setEmailUpdates(ctx, userId, emailUpdates))
  return getPreferences(ctx)
}

/** Also callable without a session, by the link of a mail. Inside a transaction. */
export async function setEmailUpdates(
  ctx: Pick<RequestContext, 'db' | 'now' | 'network'>,
  userId: UserId,
  emailUpdates: boolean,
): Promise<void> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('users')
    .set({ email_updates: emailUpdates })
    .where('id', '=', userId)
    .where('email_updates', '<>', emailUpdates)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  const detail = { emailUpdates }
  await recordAuditEvent(ctx, { kind: 'preferences.changed', userId, network: ctx.network, detail })
}

export const endFirstRun = ({ db, now }: Pick<RequestContext, 'db' | 'now'>, userId: UserId) =>
  db.updateTable('users').set({ first_run_ended_at: now() }).where('id', '=', userId).execute()
