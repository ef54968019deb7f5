import type * as api from '#contracts/accounts/auth.ts'
import type { BodyOf, QueryOf, ResponseOf } from '#contracts/endpoint.ts'
import { passwordChangedMail, resetPasswordMail } from '#server/accounts/account-mails.ts'
import {
  type AccountState,
  readAccount,
  readAccountForUpdate,
  readAddress,
} from '#server/accounts/account-state.ts'
import { consumeSignUpTokens, consumeToken, readToken } from '#server/accounts/account-tokens.ts'
import { endEmailChange } from '#server/accounts/profile/email-change.ts'
import { clearFailures } from '#server/accounts/sign-in/try-password.ts'
import { limits } from '#server/accounts/limits.ts'
import { recordAuditEvent } from '#server/platform/audit-trail.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError } from '#server/platform/errors.ts'
import type { RequestContext } from '#server/platform/http/request-context.ts'
import { emailKeyOf, parseAddress } from '#server/platform/mail/email-address.ts'
import { queueMail } from '#server/platform/mail/mail.ts'
import { endAllIntegrations } from '#server/platform/session/integrations.ts'
import { hashPassword, requireGoodPassword } from './password.ts'

/**
 * Runs the same statements for every address and queues a mail. Composing the mail decides whether
 * it is sent.
 */
export async function forgotPassword(
  ctx: RequestContext,
  input: BodyOf<typeof api.forgotPassword>,
): Promise<ResponseOf<typeof api.forgotPassword>> {
  const email = parseAddress(input.email)
  const isWithinLimit = await ctx.limits.tryConsume(limits.resetAddress, emailKeyOf(email))
  if (isWithinLimit) await inTransaction(ctx, (ctx) => requestReset(ctx, email))
  return { message: ctx.say('done_reset_sent') }
}

async function requestReset(ctx: RequestContext, email: string): Promise<void> {
  const user = await readAddress(ctx.db, email)
  await queueMail(ctx, resetPasswordMail, {
    // The account's spelling: another spelling of the same key could be another mailbox.
    recipient: user?.email ?? email,
    userId: user?.id ?? null,
    language: ctx.language,
    params: {},
  })
  await recordAuditEvent(ctx, {
    kind: 'password.reset_requested',
    userId: user?.id ?? null,
    network: ctx.network,
  })
}

/** Only reads. @throws AppError `reset_link_invalid` or `reset_link_expired` */
export async function checkResetLink(
  ctx: RequestContext,
  { token }: QueryOf<typeof api.validateResetToken>,
): Promise<ResponseOf<typeof api.validateResetToken>> {
  await requireResetLink(ctx, token)
  return { message: ctx.say('done_reset_link_valid') }
}

/**
 * Sets a new password once per link, and ends every session and a pending change of the address:
 * they may be why the password is reset. The reset does not sign the person in: that takes the new
 * password.
 */
export async function resetPassword(
  ctx: RequestContext,
  { token, newPassword, confirmPassword }: BodyOf<typeof api.resetPassword>,
): Promise<ResponseOf<typeof api.resetPassword>> {
  const { user } = await requireResetLink(ctx, token)
  if (newPassword !== confirmPassword)
    throw new AppError('passwords_differ', { field: 'confirmPassword' })
  const name = `${user.firstName} ${user.lastName}`
  await requireGoodPassword(ctx, newPassword, { email: user.email, name }, 'newPassword')
  const passwordHash = await hashPassword(newPassword)
  await inTransaction(ctx, async (ctx) => {
    // Read again, now that the lock keeps others from using it or changing the account.
    const { user, tokenHash } = await requireResetLink(ctx, token, readAccountForUpdate)
    if (!(await consumeToken(ctx.db, tokenHash, ctx.now())))
      throw new AppError('reset_link_invalid')
    await setPassword(ctx, user, passwordHash)
  })
  return { message: ctx.say('done_password_reset') }
}

async function requireResetLink(
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

async function setPassword(
  ctx: RequestContext,
  user: AccountState,
  passwordHash: string,
): Promise<void> {
  await ctx.db
    .updateTable('users')
    // The address received the link, which proves it as well as a sign-up link does.
    .set({ password_hash: passwordHash, ...(!user.isVerified && { email_verified_at: ctx.now() }) })
    .where('id', '=', user.id)
    .execute()
  if (!user.isVerified) await consumeSignUpTokens(ctx, user.id)
  await ctx.sessions.revokeAll(ctx.db, user.id)
  // A change of the password by its owner keeps them.
  await endAllIntegrations(ctx, user.id)
  await endEmailChange(ctx, user.id)
  await clearFailures(ctx.db, user.emailKey)
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
