import type { resetPassword as endpoint, validateResetToken } from '#contracts/auth.ts'
import type { BodyOf, QueryOf, ResponseOf } from '#contracts/endpoint.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { AppError } from '#server/errors.ts'
import { recordAuditEvent } from '#server/features/audit/record-audit-event.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import type { RequestContext } from '#server/route.ts'
import { readToken, useToken } from './account-tokens.ts'
import { emailKeyOf } from './email-key.ts'
import { endEmailChange } from './end-email-change.ts'
import { endSignUpLinks } from './end-sign-up-links.ts'
import { type AccountState, lockAccount, readAccount } from './account-state.ts'
import { passwordChangedMail } from './mails/password-mails.ts'
import { hashPassword } from './password.ts'
import { requireGoodPassword } from './password-policy.ts'
import { forgetFailures } from './sign-in-limits.ts'

/** Only reads. @throws AppError `reset_link_invalid` or `reset_link_expired` */
export async function checkResetToken(
  ctx: RequestContext,
  { token }: QueryOf<typeof validateResetToken>,
): Promise<ResponseOf<typeof validateResetToken>> {
  await openLink(ctx, token)
  return { message: ctx.say('done_reset_link_valid') }
}

/**
 * Sets a new password once per link, and ends every session and a pending change of the address: they may be why the password is reset. The
 * reset does not sign the person in: that takes the new password.
 */
export async function resetPassword(
  ctx: RequestContext,
  { token, newPassword, confirmPassword }: BodyOf<typeof endpoint>,
): Promise<ResponseOf<typeof endpoint>> {
  const { user } = await openLink(ctx, token)
  if (newPassword !== confirmPassword) throw new AppError('passwords_differ', { field: 'confirmPassword' })
  const name = `${user.firstName} ${user.lastName}`
  await requireGoodPassword(ctx, newPassword, { email: user.email, name }, 'newPassword')
  const passwordHash = await hashPassword(newPassword)
  await inTransaction(ctx, async (ctx) => {
    // Read again, now that the lock keeps others from using it or changing the account.
    const { user, tokenHash } = await openLink(ctx, token, lockAccount)
    if (!(await useToken(ctx.db, tokenHash, ctx.now()))) throw new AppError('reset_link_invalid')
    await setPassword(ctx, user, passwordHash)
  })
  return { message: ctx.say('done_password_reset') }
}

async function openLink(
  ctx: RequestContext,
  token: string,
  findAccount = readAccount,
): Promise<{ user: AccountState; tokenHash: string }> {
  const reading = await readToken(ctx, token, ['reset_password'])
  if (reading.kind === 'expired') throw new AppError('reset_link_expired')
  if (reading.kind !== 'open') throw new AppError('reset_link_invalid')
  const user = await findAccount(ctx.db, reading.token.userId)
  if (!user || user.isBeingDeleted || user.emailKey !== emailKeyOf(reading.token.email))
    throw new AppError('reset_link_invalid')
  return { user, tokenHash: reading.token.tokenHash }
}

async function setPassword(ctx: RequestContext, user: AccountState, passwordHash: string): Promise<void> {
  await ctx.db
    .updateTable('users')
    // The address received the link, which proves it as well as a sign-up link does.
    .set({ password_hash: passwordHash, ...(!user.isVerified && { email_verified_at: ctx.now() }) })
    .where('id', '=', user.id)
    .execute()
  if (!user.isVerified) await endSignUpLinks(ctx, user.id)
  await ctx.sessions.revokeAll(ctx.db, user.id)
  await endEmailChange(ctx, user.id)
  await forgetFailures(ctx.db, user.emailKey)
  await queueMail(ctx, passwordChangedMail, {
    recipient: user.email,
    userId: user.id,
    language: ctx.language,
    params: { name: user.firstName },
  })
  const who = { userId: user.id, network: ctx.network }
  await recordAuditEvent(ctx, { kind: 'password.reset', ...who })
  if (!user.isVerified) await recordAuditEvent(ctx, { kind: 'account.verified', ...who })
}
