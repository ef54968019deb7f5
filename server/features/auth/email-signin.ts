import { setTimeout as sleep } from 'node:timers/promises'
import type { BodyOf, ResponseOf } from '#contracts/endpoint.ts'
import type { emailSignin as endpoint } from '#contracts/auth.ts'
import type { Db } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { AppError } from '#server/errors.ts'
import { recordAuditEvent } from '#server/features/audit/record-audit-event.ts'
import type { RequestContext } from '#server/route.ts'
import { emailKeyOf } from './email-key.ts'
import { hashPassword, isOutdatedHash, verifyPassword } from './password.ts'
import { LOCK_SECONDS, type SignInLimits } from './sign-in-limits.ts'

type SignInContext = RequestContext & { signInLimits: SignInLimits }

/** Until the password is known to be right, a known and an unknown address get the same answer after the same work. */
export async function emailSignin(
  ctx: SignInContext,
  input: BodyOf<typeof endpoint>,
): Promise<ResponseOf<typeof endpoint>> {
  const emailKey = emailKeyOf(input.email)
  const attempt = await ctx.signInLimits.begin(emailKey, ctx.network)
  if (attempt.kind === 'locked') {
    throw new AppError('too_many_attempts', {
      retryAfterSeconds: attempt.retryAfterSeconds,
      remainingAttempts: 0,
    })
  }
  await sleep(attempt.delayMs)
  const user = await findUser(ctx.db, emailKey)
  const isRight = await verifyPassword(user?.password_hash ?? null, input.password)
  if (!user || !isRight)
    return refuse(ctx, { emailKey, userId: user?.id ?? null, remaining: attempt.remainingAttempts })
  await ctx.signInLimits.forgive(emailKey, ctx.network)
  if (!user.email_verified_at) throw new AppError('email_unverified')
  await renewHash(ctx.db, user, input.password)
  return openSession(ctx, user.id, input.rememberMe ?? false)
}

type UserRow = { id: string; password_hash: string | null; email_verified_at: Date | null }

async function findUser(db: Db, emailKey: string): Promise<UserRow | undefined> {
  return db
    .selectFrom('users')
    .select(['id', 'password_hash', 'email_verified_at'])
    .where('email_key', '=', emailKey)
    .executeTakeFirst()
}

type Failure = { emailKey: string; userId: string | null; remaining: number }

async function refuse(ctx: SignInContext, { emailKey, userId, remaining }: Failure): Promise<never> {
  const isLast = remaining <= 0
  if (isLast) await ctx.signInLimits.lock(emailKey, ctx.network)
  const who = { userId, network: ctx.network }
  await recordAuditEvent(ctx, { kind: 'signin.failed', ...who })
  if (isLast)
    await recordAuditEvent(ctx, { kind: 'signin.locked', ...who, detail: { seconds: LOCK_SECONDS } })
  throw new AppError('invalid_credentials', {
    remainingAttempts: Math.max(remaining, 0),
    ...(isLast && { retryAfterSeconds: LOCK_SECONDS }),
  })
}

/** The password is at hand only now; hashes of an older cost would otherwise stay weak for ever. */
async function renewHash(db: Db, user: UserRow, password: string): Promise<void> {
  if (!user.password_hash || !isOutdatedHash(user.password_hash)) return
  await db
    .updateTable('users')
    .set({ password_hash: await hashPassword(password) })
    .where('id', '=', user.id)
    .where('password_hash', '=', user.password_hash)
    .execute()
}

async function openSession(
  ctx: SignInContext,
  userId: string,
  rememberMe: boolean,
): Promise<{ token: string }> {
  return inTransaction(ctx, async (ctx) => {
    const { token } = await ctx.sessions.open(ctx.db, {
      userId,
      rememberMe,
      userAgent: ctx.userAgent,
      network: ctx.network,
    })
    await recordAuditEvent(ctx, { kind: 'signin.succeeded', userId, network: ctx.network })
    return { token }
  })
}
