import type { deleteAccount as endpoint } from '#contracts/accounts/users.ts'
import { DAY_MS } from '#contracts/dates.ts'
import type { BodyOf, ResponseOf } from '#contracts/endpoint.ts'
import type { UserId } from '#contracts/ids.ts'
import { deletionMail } from '#server/accounts/account-mails.ts'
import {
  lockOwnAccount,
  readAccountForUpdate,
  requireOpenSession,
} from '#server/accounts/account-state.ts'
import {
  DELETION_DAYS,
  readToken,
  revokeTokens,
  consumeToken,
} from '#server/accounts/account-tokens.ts'
import type { AccountRequest } from '#server/accounts/context.ts'
import { endEmailChange } from '#server/accounts/profile/email-change.ts'
import { requireFresh } from '#server/accounts/sessions/reauthentication.ts'
import { recordAuditEvent } from '#server/platform/audit-trail.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError } from '#server/platform/errors.ts'
import { queueMail } from '#server/platform/mail/mail.ts'
import { requireViewer } from '#server/platform/session/viewer.ts'

/** Closes the account at once; `eraseDeletedAccounts` does the rest 30 days later. */
export async function deleteAccount(
  ctx: AccountRequest,
  { currentPassword }: BodyOf<typeof endpoint>,
): Promise<ResponseOf<typeof endpoint>> {
  await requireFresh(ctx, { currentPassword })
  const requestedAt = await inTransaction(ctx, closeAccount)
  ctx.log.info(
    { event: 'account.deletion_requested', userId: requireViewer(ctx).userId },
    'an account was closed by its owner',
  )
  const erasedAt = new Date(requestedAt.getTime() + DELETION_DAYS * DAY_MS)
  return { message: ctx.say('done_deletion_requested'), erasedAt: erasedAt.toISOString() }
}

/** @returns the time of the request; a second request changes nothing */
async function closeAccount(ctx: AccountRequest): Promise<Date> {
  const { userId } = requireViewer(ctx)
  // The current address: the undo link goes to no other.
  const { deletionRequestedAt: earlier, email } = await lockOwnAccount(ctx.db, userId)
  if (earlier) return earlier
  await requireOpenSession(ctx)
  const requestedAt = ctx.now()
  await ctx.db
    .updateTable('users')
    .set({ deletion_requested_at: requestedAt })
    .where('id', '=', userId)
    .execute()
  await ctx.sessions.revokeAll(ctx.db, userId)
  await endEmailChange(ctx, userId)
  await revokeTokens(ctx, { userId, purpose: 'reset_password' })
  for (const { closing } of ctx.erasures) await closing?.(ctx)
  await queueMail(ctx, deletionMail, {
    recipient: email,
    userId,
    language: ctx.language,
    params: {},
  })
  await recordAuditEvent(ctx, { kind: 'account.deletion_requested', userId, network: ctx.network })
  return requestedAt
}

/**
 * Undoes the deletion by the token of its mail. A second use succeeds without effect, but a used
 * link does not undo a later deletion. The call does not sign the person in.
 */
export async function undoDeletion(
  ctx: AccountRequest,
  { token }: { token: string },
): Promise<{ message: string }> {
  await inTransaction(ctx, async (ctx) => {
    const reading = await readToken(ctx, token, ['undo_deletion'])
    if (reading.kind === 'invalid') throw new AppError('undo_link_invalid')
    if (reading.kind === 'expired') throw new AppError('undo_link_expired')
    await reopen(ctx, reading.token)
  })
  return { message: ctx.say('done_deletion_undone') }
}

async function reopen(
  ctx: AccountRequest,
  { tokenHash, userId }: { tokenHash: string; userId: UserId },
): Promise<void> {
  // The erasure and other uses of links wait for this lock.
  const user = await readAccountForUpdate(ctx.db, userId)
  if (!user) throw new AppError('undo_link_invalid')
  if (!user.deletionRequestedAt) return
  if (user.deletionRequestedAt.getTime() + DELETION_DAYS * DAY_MS <= ctx.now().getTime())
    throw new AppError('undo_link_expired')
  if (!(await consumeToken(ctx.db, tokenHash, ctx.now()))) throw new AppError('undo_link_invalid')
  await ctx.db
    .updateTable('users')
    .set({ deletion_requested_at: null })
    .where('id', '=', userId)
    .execute()
  await revokeTokens(ctx, { userId, purpose: 'undo_deletion' })
  await recordAuditEvent(ctx, { kind: 'account.deletion_undone', userId, network: ctx.network })
}
