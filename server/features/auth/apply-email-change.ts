import { AppError } from '#server/errors.ts'
import { recordAuditEvent } from '#server/features/audit/record-audit-event.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import type { RequestContext } from '#server/route.ts'
import { replaceTokens } from './account-tokens.ts'
import { emailKeyOf } from './email-key.ts'
import { eraseUnverified } from './erase-unverified.ts'
import type { AccountState } from './account-state.ts'
import { emailChangeNoticeMail } from './mails/email-change-mails.ts'

/** The new address was proven: the account uses it from now on, and the old address gets a notice. */
export async function applyEmailChange(
  ctx: RequestContext,
  user: AccountState,
  email: string,
): Promise<void> {
  if (user.pendingEmail !== email) throw new AppError('verification_link_invalid')
  await makeFree(ctx, emailKeyOf(email), user.id)
  await ctx.db
    .updateTable('users')
    .set({ email, email_key: emailKeyOf(email), email_verified_at: ctx.now(), pending_email: null })
    .where('id', '=', user.id)
    .execute()
  // Their mails went to the old address, which may belong to another person by now.
  await replaceTokens(ctx, { userId: user.id, purpose: 'reset_password' })
  await queueMail(ctx, emailChangeNoticeMail, {
    recipient: user.email,
    userId: user.id,
    language: user.language,
    params: { name: user.firstName, newEmail: email, isDone: true },
  })
  await recordAuditEvent(ctx, { kind: 'email.changed', userId: user.id, network: ctx.network })
}

/** An unconfirmed sign-up gives way to the account that proved the address; a confirmed account does not. */
async function makeFree(ctx: RequestContext, emailKey: string, userId: string): Promise<void> {
  const other = await ctx.db
    .selectFrom('users')
    .select(['id', 'email_key', 'email_verified_at'])
    .where('email_key', '=', emailKey)
    .where('id', '<>', userId)
    .forUpdate()
    .executeTakeFirst()
  if (other?.email_verified_at) throw new AppError('verification_link_invalid')
  if (other) await eraseUnverified(ctx, { userId: other.id, emailKey: other.email_key })
}
