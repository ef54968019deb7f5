import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '#server/errors.ts'
import { recordAuditEvent } from '#server/features/audit/record-audit-event.ts'
import { assertHashable } from '#server/features/auth/password-policy.ts'
import { verifyPassword } from '#server/features/auth/password.ts'
import { LOCK_SECONDS, type SignInLimits } from '#server/features/auth/sign-in-limits.ts'
import { requireViewer, type RequestContext } from '#server/route.ts'

export type ProofContext = RequestContext & { signInLimits: SignInLimits }

type Proof = {
  password: string
  /** Of the request: the one to blame. */
  field: string
}

/**
 * The account's password, once more. Counts like a sign-in: an open session is no way around its limits.
 * @returns the hash that it was compared with
 * @throws AppError `wrong_password` or `too_many_attempts`
 */
export async function provePassword(ctx: ProofContext, { password, field }: Proof): Promise<string> {
  const { userId, emailKey } = requireViewer(ctx)
  assertHashable(password, field)
  const attempt = await ctx.signInLimits.begin(emailKey, ctx.network)
  if (attempt.kind === 'locked') {
    throw new AppError('too_many_attempts', {
      retryAfterSeconds: attempt.retryAfterSeconds,
      remainingAttempts: 0,
    })
  }
  await sleep(attempt.delayMs)
  const hash = await readHash(ctx, userId)
  const isRight = await verifyPassword(hash, password)
  if (!isRight || hash === null) return refuse(ctx, attempt.remainingAttempts, field)
  await ctx.signInLimits.forgive(emailKey, ctx.network)
  return hash
}

async function readHash({ db }: ProofContext, userId: string): Promise<string | null> {
  const row = await db.selectFrom('users').select('password_hash').where('id', '=', userId).executeTakeFirst()
  return row?.password_hash ?? null
}

async function refuse(ctx: ProofContext, remaining: number, field: string): Promise<never> {
  const { userId, emailKey } = requireViewer(ctx)
  const isLast = remaining <= 0
  if (isLast) await ctx.signInLimits.lock(emailKey, ctx.network)
  const who = { userId, network: ctx.network }
  await recordAuditEvent(ctx, { kind: 'signin.failed', ...who, detail: { within: 'session' } })
  if (isLast)
    await recordAuditEvent(ctx, { kind: 'signin.locked', ...who, detail: { seconds: LOCK_SECONDS } })
  throw new AppError('wrong_password', {
    field,
    remainingAttempts: Math.max(remaining, 0),
    ...(isLast && { retryAfterSeconds: LOCK_SECONDS }),
  })
}
