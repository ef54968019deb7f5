import type { reauthenticate as endpoint } from '#contracts/accounts/auth.ts'
import { MINUTE_MS } from '#contracts/dates.ts'
import type { BodyOf } from '#contracts/endpoint.ts'
import type { AccountRequest } from '#server/accounts/context.ts'
import { readIdentity, refuseIdentity } from '#server/accounts/identity-provider/identity.ts'
import { tryPassword } from '#server/accounts/sign-in/try-password.ts'
import { limits } from '#server/accounts/limits.ts'
import { recordAuditEvent } from '#server/platform/audit-trail.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError, invalidRequest } from '#server/platform/errors.ts'
import type { Cookies } from '#server/platform/http/cookies.ts'
import { proveSession } from '#server/platform/session/sessions.ts'
import { requireSession, requireViewer } from '#server/platform/session/viewer.ts'

/** Records in this session that the person proved their identity; `requireFresh` checks it. */
export async function reauthenticate(
  ctx: AccountRequest,
  cookies: Cookies,
  { password, idToken }: BodyOf<typeof endpoint>,
): Promise<{ message: string }> {
  if ((password === undefined) === (idToken === undefined)) throw invalidRequest()
  if (password !== undefined) await confirmPassword(ctx, { password, field: 'password' })
  if (idToken !== undefined) await proveIdentity(ctx, cookies, idToken)
  await recordProof(ctx, password === undefined ? 'identity' : 'password')
  return { message: ctx.say('done_proven') }
}

/** A sign-in at the provider as a different person proves nothing. */
async function proveIdentity(
  ctx: AccountRequest,
  cookies: Cookies,
  idToken: string,
): Promise<void> {
  await ctx.limits.consume(limits.identity, ctx.network)
  const { issuer, subject } = await readIdentity(ctx, cookies, idToken)
  const own = await ctx.db
    .updateTable('identities')
    .set({ last_used_at: ctx.now() })
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .where('user_id', '=', requireViewer(ctx).userId)
    .executeTakeFirst()
  if (own.numUpdatedRows === 0n) await refuseIdentity(ctx, 'not_of_this_account')
  await ctx.limits.forgive(limits.identity, ctx.network)
}

async function recordProof(ctx: AccountRequest, by: 'identity' | 'password'): Promise<void> {
  const { userId, sessionId } = requireSession(ctx)
  await inTransaction(ctx, async (ctx) => {
    await proveSession(ctx, sessionId)
    await recordAuditEvent(ctx, {
      kind: 'session.proven',
      userId,
      network: ctx.network,
      detail: { by },
    })
  })
}

/**
 * Checks the account's password again. It counts like a sign-in, so that an open session does not
 * bypass its limits.
 * @returns the hash that it was compared with
 * @throws AppError `wrong_password` or `too_many_attempts`
 */
export async function confirmPassword(
  ctx: AccountRequest,
  { password, field }: { password: string; field: string },
): Promise<string | null> {
  const { userId, emailKey } = requireViewer(ctx)
  const { password_hash: hash } = await tryPassword(ctx, {
    emailKey,
    password,
    findUser: () =>
      ctx.db
        .selectFrom('users')
        .select(['id', 'password_hash'])
        .where('id', '=', userId)
        .executeTakeFirst(),
    refusal: { code: 'wrong_password', field },
    detail: { within: 'session' },
  })
  return hash
}

const FRESH_FOR_MS = 10 * MINUTE_MS

type Evidence = {
  currentPassword?: string | undefined
  /** A sign-in of the last ten minutes is enough too. */
  acceptsSignIn?: boolean
}

/**
 * Against a stranger at an open session: the current password, or a proof by `reauthenticate`
 * within the last ten minutes.
 * @throws AppError `fresh_sign_in_required`, or the error for the given password
 */
export async function requireFresh(
  ctx: AccountRequest,
  { currentPassword, acceptsSignIn = false }: Evidence = {},
): Promise<void> {
  const { provenAt, signedInAt } = requireSession(ctx)
  if (currentPassword !== undefined) {
    await confirmPassword(ctx, { password: currentPassword, field: 'currentPassword' })
    return
  }
  const isFresh = (at: Date | null) =>
    at !== null && ctx.now().getTime() - at.getTime() < FRESH_FOR_MS
  if (isFresh(provenAt) || (acceptsSignIn && isFresh(signedInAt))) return
  throw new AppError('fresh_sign_in_required')
}
