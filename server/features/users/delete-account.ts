import { DAY_MS } from '#contracts/dates.ts'
import type { BodyOf, ResponseOf } from '#contracts/endpoint.ts'
import type { deleteAccount as endpoint } from '#contracts/users.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { recordAuditEvent } from '#server/features/audit/record-audit-event.ts'
import { stopRenewalsJob } from '#server/features/billing/stop-renewal-job.ts'
import { DELETION_DAYS, replaceTokens } from '#server/features/auth/account-tokens.ts'
import { endEmailChange } from '#server/features/auth/end-email-change.ts'
import { deletionMail } from '#server/features/auth/mails/deletion-mail.ts'
import { requireFresh } from '#server/features/sessions/require-fresh.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { requireViewer, type RequestContext } from '#server/route.ts'

/** Closes the account at once; `eraseDeletedAccounts` does the rest 30 days later. */
export async function deleteAccount(
  ctx: RequestContext,
  { currentPassword }: BodyOf<typeof endpoint>,
): Promise<ResponseOf<typeof endpoint>> {
  await requireFresh(ctx, { currentPassword })
  const requestedAt = await inTransaction(ctx, shutAccount)
  const erasedAt = new Date(requestedAt.getTime() + DELETION_DAYS * DAY_MS)
  return { message: ctx.say('done_deletion_requested'), erasedAt: erasedAt.toISOString() }
}

/** @returns the time of the request; a second request changes nothing */
async function shutAccount(ctx: RequestContext): Promise<Date> {
  const { userId } = requireViewer(ctx)
  // The current address: the undo link goes to no other.
  const { deletion_requested_at: earlier, email } = await ctx.db
    .selectFrom('users')
    .select(['deletion_requested_at', 'email'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (earlier) return earlier
  const requestedAt = ctx.now()
  await ctx.db
    .updateTable('users')
    .set({ deletion_requested_at: requestedAt })
    .where('id', '=', userId)
    .execute()
  await ctx.sessions.revokeAll(ctx.db, userId)
  await endEmailChange(ctx, userId)
  await replaceTokens(ctx, { userId, purpose: 'reset_password' })
  await ctx.jobs.enqueue(ctx.db, stopRenewalsJob, {})
  await queueMail(ctx, deletionMail, { recipient: email, userId, language: ctx.language, params: {} })
  await recordAuditEvent(ctx, { kind: 'account.deletion_requested', userId, network: ctx.network })
  return requestedAt
}
