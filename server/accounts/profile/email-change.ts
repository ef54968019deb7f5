import type { UserId } from '#contracts/ids.ts'
import {
  alreadyRegisteredMail,
  confirmEmailChangeMail,
  emailChangeNoticeMail,
} from '#server/accounts/account-mails.ts'
import {
  type AccountState,
  readAccountForUpdate,
  readAddress,
  readAddressForUpdate,
  requireOpenSession,
} from '#server/accounts/account-state.ts'
import { revokeTokens } from '#server/accounts/account-tokens.ts'
import { eraseUnverified } from '#server/accounts/sign-up/unverified-accounts.ts'
import { recordAuditEvent } from '#server/platform/audit-trail.ts'
import { AppError } from '#server/platform/errors.ts'
import type { RequestContext } from '#server/platform/http/request-context.ts'
import { emailKeyOf } from '#server/platform/mail/email-address.ts'
import { queueMail } from '#server/platform/mail/mail.ts'
import { requireViewer } from '#server/platform/session/viewer.ts'

/**
 * Inside a transaction: stores the new address, tells the old one, asks the new one to confirm. The
 * caller sees no difference when the address has an account; only its owner learns of it.
 * @throws AppError `session_expired` when the session ended meanwhile
 */
export async function requestEmailChange(ctx: RequestContext, newEmail: string): Promise<void> {
  const { userId, email, firstName } = requireViewer(ctx)
  await readAccountForUpdate(ctx.db, userId)
  await requireOpenSession(ctx)
  await ctx.db
    .updateTable('users')
    .set({ pending_email: newEmail })
    .where('id', '=', userId)
    .execute()
  await revokeTokens(ctx, { userId, purpose: 'email_change' })
  await mailNewAddress(ctx, userId, newEmail)
  await queueMail(ctx, emailChangeNoticeMail, {
    recipient: email,
    userId,
    language: ctx.language,
    params: { name: firstName, newEmail, isDone: false },
  })
  await recordAuditEvent(ctx, { kind: 'email.change_requested', userId, network: ctx.network })
}

async function mailNewAddress(
  ctx: RequestContext,
  userId: UserId,
  newEmail: string,
): Promise<void> {
  const owner = await readAddress(ctx.db, newEmail)
  if (!owner?.isVerified)
    return queueMail(ctx, confirmEmailChangeMail, {
      recipient: newEmail,
      userId,
      language: ctx.language,
      params: { userId },
    })
  return queueMail(ctx, alreadyRegisteredMail, {
    recipient: owner.email,
    userId: owner.id,
    language: owner.language,
    params: {},
  })
}

export async function applyEmailChange(
  ctx: RequestContext,
  user: AccountState,
  email: string,
): Promise<void> {
  if (user.pendingEmail !== email) throw new AppError('verification_link_invalid')
  await releaseAddress(ctx, email, user.id)
  await ctx.db
    .updateTable('users')
    .set({ email, email_key: emailKeyOf(email), email_verified_at: ctx.now(), pending_email: null })
    .where('id', '=', user.id)
    .execute()
  // Their mails went to the old address, which may belong to another person by now.
  await revokeTokens(ctx, { userId: user.id, purpose: 'reset_password' })
  await queueMail(ctx, emailChangeNoticeMail, {
    recipient: user.email,
    userId: user.id,
    language: user.language,
    params: { name: user.firstName, newEmail: email, isDone: true },
  })
  await recordAuditEvent(ctx, { kind: 'email.changed', userId: user.id, network: ctx.network })
}

/**
 * An unconfirmed sign-up gives way to the account that proved the address; a confirmed account does
 * not.
 */
async function releaseAddress(ctx: RequestContext, email: string, userId: UserId): Promise<void> {
  const other = await readAddressForUpdate(ctx.db, email)
  if (!other || other.id === userId) return
  if (other.isVerified) throw new AppError('verification_link_invalid')
  await eraseUnverified(ctx, { userId: other.id, emailKey: other.emailKey })
}

/** Inside a transaction. A queued mail to the address is then not sent. */
export async function endEmailChange(ctx: RequestContext, userId: UserId): Promise<void> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('users')
    .set({ pending_email: null })
    .where('id', '=', userId)
    .where('pending_email', 'is not', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  await revokeTokens(ctx, { userId, purpose: 'email_change' })
  await recordAuditEvent(ctx, { kind: 'email.change_cancelled', userId, network: ctx.network })
}
