import { setTimeout as sleep } from 'node:timers/promises'
import type { AccountRequest } from '#server/accounts/context.ts'
import { assertHashable, verifyPassword } from '#server/accounts/password/password.ts'
import { recordAuditEvent } from '#server/platform/audit-trail.ts'
import { AppError } from '#server/platform/errors.ts'
import { LOCK_SECONDS } from './sign-in-limits.ts'

type Holder = { id: string; password_hash: string | null }

type Try<User> = {
  emailKey: string
  password: string
  findUser: () => Promise<User | undefined>
  /** The error for a wrong password. */
  refusal: { code: 'invalid_credentials' | 'wrong_password'; field?: string }
  /** For the security log. */
  detail?: Record<string, unknown>
}

/**
 * Returns the account if the password is right. Known and unknown addresses cost the same work and count alike.
 * @throws AppError `too_many_attempts`, or the refusal with the number of attempts left
 */
export async function tryPassword<User extends Holder>(
  ctx: AccountRequest,
  { emailKey, password, findUser, refusal, detail }: Try<User>,
): Promise<User> {
  assertHashable(password, refusal.field ?? 'password')
  const attempt = await ctx.signInLimits.begin(emailKey, ctx.network)
  if (attempt.kind === 'locked') {
    throw new AppError('too_many_attempts', {
      retryAfterSeconds: attempt.retryAfterSeconds,
      remainingAttempts: 0,
    })
  }
  await sleep(attempt.delayMs)
  const user = await findUser()
  const isRight = await verifyPassword(user?.password_hash ?? null, password)
  const remainingAttempts = Math.max(attempt.remainingAttempts, 0)
  if (!user || !isRight) {
    const isLast = remainingAttempts === 0
    await noteFailure(ctx, { emailKey, userId: user?.id ?? null, isLast, detail })
    const retryAfter = isLast && { retryAfterSeconds: LOCK_SECONDS }
    throw new AppError(refusal.code, { field: refusal.field, remainingAttempts, ...retryAfter })
  }
  await ctx.signInLimits.forgive(emailKey, ctx.network)
  return user
}

type Failure = Pick<Try<Holder>, 'emailKey'> & {
  userId: string | null
  isLast: boolean
  detail: Record<string, unknown> | undefined
}

async function noteFailure(
  ctx: AccountRequest,
  { emailKey, userId, isLast, detail = {} }: Failure,
): Promise<void> {
  const who = { userId, network: ctx.network }
  if (isLast) await ctx.signInLimits.lock(emailKey, ctx.network)
  await recordAuditEvent(ctx, { kind: 'signin.failed', ...who, detail })
  if (isLast)
    await recordAuditEvent(ctx, { kind: 'signin.locked', ...who, detail: { seconds: LOCK_SECONDS } })
}
