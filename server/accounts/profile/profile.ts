import type { CurrentUser } from '#contracts/accounts/auth.ts'
import {
  type Preferences,
  Profile,
  type updateProfile as endpoint,
} from '#contracts/accounts/users.ts'
import type { BodyOf } from '#contracts/endpoint.ts'
import type { UserId } from '#contracts/ids.ts'
import type { AccountRequest } from '#server/accounts/context.ts'
import { limits } from '#server/accounts/limits.ts'
import { requireFresh } from '#server/accounts/sessions/reauthentication.ts'
import { recordAuditEvent } from '#server/platform/audit-trail.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { sessionExpired } from '#server/platform/errors.ts'
import type { RequestContext } from '#server/platform/http/request-context.ts'
import { emailKeyOf, parseAddress } from '#server/platform/mail/email-address.ts'
import { requireViewer } from '#server/platform/session/viewer.ts'
import { endEmailChange, requestEmailChange } from './email-change.ts'

export async function getProfile(ctx: RequestContext): Promise<Profile> {
  const { userId } = requireViewer(ctx)
  const row = await ctx.db
    .selectFrom('users')
    .select(['first_name', 'last_name', 'email', 'picture_url', 'pending_email', 'password_hash'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!row) throw sessionExpired()
  return Profile.parse({
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    pictureUrl: row.picture_url,
    pendingEmail: row.pending_email,
    hasPassword: row.password_hash !== null,
  })
}

export async function getMe(ctx: RequestContext): Promise<CurrentUser> {
  const { userId, role, firstName, lastName, email, pictureUrl, hasPassword } = requireViewer(ctx)
  return {
    id: userId,
    role,
    isGuest: role === 'GUEST',
    firstName,
    lastName,
    name: [firstName, lastName].filter(Boolean).join(' '),
    email,
    pictureUrl,
    hasPassword,
  }
}

/**
 * Changes the name at once; a new address waits until its mail is confirmed. Without the proof for
 * the address, neither changes.
 */
export async function updateProfile(
  ctx: AccountRequest,
  { email, currentPassword, ...names }: BodyOf<typeof endpoint>,
): Promise<Profile> {
  const { userId, emailKey } = requireViewer(ctx)
  const newEmail = parseAddress(email)
  const newEmailKey = emailKeyOf(newEmail)
  const isOther = newEmailKey !== emailKey
  if (isOther) {
    await requireFresh(ctx, { currentPassword })
    await ctx.limits.consume(limits.emailChange, userId)
    await ctx.limits.consume(limits.emailChangeAddress, newEmailKey)
  }
  await inTransaction(ctx, async (ctx) => {
    await changeNames(ctx, userId, names)
    if (isOther) await requestEmailChange(ctx, newEmail)
  })
  return getProfile(ctx)
}

async function changeNames(
  ctx: AccountRequest,
  userId: UserId,
  { firstName, lastName }: { firstName: string; lastName: string },
): Promise<void> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('users')
    .set({ first_name: firstName, last_name: lastName })
    .where('id', '=', userId)
    .where((where) =>
      where.or([where('first_name', '<>', firstName), where('last_name', '<>', lastName)]),
    )
    .executeTakeFirst()
  if (numUpdatedRows > 0n)
    await recordAuditEvent(ctx, { kind: 'profile.changed', userId, network: ctx.network })
}

export async function cancelEmailChange(ctx: RequestContext): Promise<Profile> {
  const { userId } = requireViewer(ctx)
  await inTransaction(ctx, (ctx) => endEmailChange(ctx, userId))
  return getProfile(ctx)
}

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
