import type { changePassword as endpoint } from '#contracts/accounts/users.ts'
import type { BodyOf, ResponseOf } from '#contracts/endpoint.ts'
import { passwordChangedMail } from '#server/accounts/account-mails.ts'
import { revokeTokens } from '#server/accounts/account-tokens.ts'
import type { AccountRequest } from '#server/accounts/context.ts'
import { endEmailChange } from '#server/accounts/profile/email-change.ts'
import { confirmPassword, requireFresh } from '#server/accounts/sessions/reauthentication.ts'
import { recordAuditEvent } from '#server/platform/audit-trail.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError } from '#server/platform/errors.ts'
import { queueMail } from '#server/platform/mail/mail.ts'
import { requireSession, requireViewer, type Viewer } from '#server/platform/session/viewer.ts'
import { hashPassword, requireGoodPassword } from './password.ts'

/**
 * Ends every other session and a pending address change, which one of them may have started; this
 * session continues under the token of the answer.
 */
export async function changePassword(
  ctx: AccountRequest,
  { currentPassword, newPassword, confirmPassword }: BodyOf<typeof endpoint>,
): Promise<ResponseOf<typeof endpoint>> {
  const viewer = requireViewer(ctx)
  if (newPassword !== confirmPassword)
    throw new AppError('passwords_differ', { field: 'confirmPassword' })
  await requireGoodPassword(ctx, newPassword, ownerOf(viewer), 'newPassword')
  const oldHash = await proveOwner(ctx, currentPassword)
  if (oldHash !== null && newPassword === currentPassword)
    throw new AppError('same_password', { field: 'newPassword' })
  const newHash = await hashPassword(newPassword)
  const token = await inTransaction(ctx, async (ctx) => {
    await replaceHash(ctx, oldHash, newHash)
    await revokeTokens(ctx, { userId: viewer.userId, purpose: 'reset_password' })
    await endEmailChange(ctx, viewer.userId)
    await notifyOwner(ctx)
    return renewSessions(ctx)
  })
  return { message: ctx.say('done_password_changed'), token }
}

const ownerOf = ({ email, firstName, lastName }: Viewer) => ({
  email,
  name: `${firstName} ${lastName}`,
})

/** @returns null for an account without one */
async function proveOwner(ctx: AccountRequest, currentPassword: string): Promise<string | null> {
  if (requireViewer(ctx).hasPassword)
    return confirmPassword(ctx, { password: currentPassword, field: 'currentPassword' })
  await requireFresh(ctx)
  return null
}

/** Replaces only the proven hash: of two parallel changes, one is refused. */
async function replaceHash(
  ctx: AccountRequest,
  oldHash: string | null,
  newHash: string,
): Promise<void> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('users')
    .set({ password_hash: newHash })
    .where('id', '=', requireViewer(ctx).userId)
    .where('password_hash', 'is not distinct from', oldHash)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new AppError('conflict')
}

async function renewSessions(ctx: AccountRequest): Promise<string> {
  const { userId, sessionId } = requireSession(ctx)
  const { token, sessionId: newId } = await ctx.sessions.rotate(ctx.db, sessionId)
  await ctx.sessions.revokeAll(ctx.db, userId, { keep: newId })
  return token
}

async function notifyOwner(ctx: AccountRequest): Promise<void> {
  const { userId, email, firstName } = requireViewer(ctx)
  await queueMail(ctx, passwordChangedMail, {
    recipient: email,
    userId,
    language: ctx.language,
    params: { name: firstName },
  })
  await recordAuditEvent(ctx, { kind: 'password.changed', userId, network: ctx.network })
}
