import type { UserId } from '#contracts/ids.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { limits } from '#server/accounts/limits.ts'
import { assertHashable, verifyPassword } from '#server/accounts/password/password.ts'
import { recordAuditEvent } from '#server/platform/audit-trail.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { AppError } from '#server/platform/errors.ts'
import type { RequestContext } from '#server/platform/http/request-context.ts'
import { hashEmail } from '#server/platform/mail/email-address.ts'
import { createRateLimiter, deleteCounts, toRetryAfterSeconds } from '#server/platform/limits.ts'

type Holder = { id: UserId; password_hash: string | null }

type PasswordAttempt<User> = {
  emailKey: string
  password: string
  findUser: () => Promise<User | undefined>
  refusal: { code: 'invalid_credentials' | 'wrong_password'; field?: string }
  detail?: Record<string, unknown>
}

/**
 * Known and unknown addresses cost the same work and count alike.
 * @throws AppError `too_many_attempts`, or the refusal with the number of attempts left
 */
export async function tryPassword<User extends Holder>(
  ctx: RequestContext & { signInLimits: SignInLimits },
  { emailKey, password, findUser, refusal, detail }: PasswordAttempt<User>,
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
    await recordFailure(ctx, { emailKey, userId: user?.id ?? null, isLast, detail })
    const retryAfter = isLast && { retryAfterSeconds: LOCK_SECONDS }
    throw new AppError(refusal.code, { field: refusal.field, remainingAttempts, ...retryAfter })
  }
  await ctx.signInLimits.forgive(emailKey, ctx.network)
  return user
}

type Failure = Pick<PasswordAttempt<Holder>, 'emailKey'> & {
  userId: UserId | null
  isLast: boolean
  detail: Record<string, unknown> | undefined
}

async function recordFailure(
  ctx: RequestContext & { signInLimits: SignInLimits },
  { emailKey, userId, isLast, detail = {} }: Failure,
): Promise<void> {
  const who = { userId, network: ctx.network }
  if (isLast) await ctx.signInLimits.lock(emailKey, ctx.network)
  await recordAuditEvent(ctx, { kind: 'signin.failed', ...who, detail })
  if (isLast)
    await recordAuditEvent(ctx, {
      kind: 'signin.locked',
      ...who,
      detail: { seconds: LOCK_SECONDS },
    })
}

const { signInPair: PAIR, signInNetwork: NETWORK, signInAddress: ADDRESS } = limits
const MAX_PAIR_FAILURES = PAIR.points
const LOCK_SECONDS = PAIR.windowSeconds
const FREE_ADDRESS_FAILURES = ADDRESS.points
const FIRST_DELAY_MS = 250
const MAX_DELAY_MS = 4_000

type Attempt =
  | { kind: 'locked'; retryAfterSeconds: number }
  /**
   * `remainingAttempts` = how many are left if this one fails; `delayMs` = how long to wait before
   * checking the password.
   */
  | { kind: 'open'; remainingAttempts: number; delayMs: number }

export type SignInLimits = {
  /**
   * Counts the attempt before any check, so that many parallel attempts cannot slip through;
   * `forgive` takes it back.
   */
  begin: (emailKey: string, network: string) => Promise<Attempt>
  forgive: (emailKey: string, network: string) => Promise<void>
  /** The last attempt failed. */
  lock: (emailKey: string, network: string) => Promise<void>
}

/**
 * Counters over 15 minutes: the pair (address, network) is locked after three failures, a network
 * after twenty (one password tried on many accounts). An address is only slowed down, so that
 * nobody can lock its owner out. Known and unknown addresses count alike.
 */
export function createSignInLimits(db: Db): SignInLimits {
  const pairs = createRateLimiter(db, PAIR, true)
  const networks = createRateLimiter(db, NETWORK)
  const addresses = createRateLimiter(db, ADDRESS)
  return {
    async begin(emailKey, network) {
      const pair = await pairs.penalty(pairOf(emailKey, network))
      if (pair.consumedPoints > MAX_PAIR_FAILURES) return lockedFor(pair.msBeforeNext)
      const ofNetwork = await networks.penalty(network)
      if (ofNetwork.consumedPoints > NETWORK.points) return lockedFor(ofNetwork.msBeforeNext)
      const ofAddress = await addresses.penalty(hashEmail(emailKey))
      return {
        kind: 'open',
        remainingAttempts: MAX_PAIR_FAILURES - pair.consumedPoints,
        delayMs: delayFor(ofAddress.consumedPoints),
      }
    },
    async forgive(emailKey, network) {
      await pairs.delete(pairOf(emailKey, network))
      await networks.reward(network)
      await addresses.reward(hashEmail(emailKey))
    },
    async lock(emailKey, network) {
      await pairs.block(pairOf(emailKey, network), LOCK_SECONDS)
    },
  }
}

const lockedFor = (ms: number): Attempt => ({
  kind: 'locked',
  retryAfterSeconds: toRetryAfterSeconds(ms),
})

/**
 * The address was proven again: earlier failures with it no longer count, from any network. The
 * counters of networks stay.
 */
export async function clearFailures(db: Db, emailKey: string): Promise<void> {
  await deleteCounts(db, {
    key: `${ADDRESS.name}:${hashEmail(emailKey)}`,
    start: `${PAIR.name}:${pairOf(emailKey, '')}`,
  })
}

/** 0 for the first five, then 250, 500, 1000 … up to 4000 ms. */
export function delayFor(attempts: number): number {
  const excess = attempts - FREE_ADDRESS_FAILURES
  return excess <= 0 ? 0 : Math.min(FIRST_DELAY_MS * 2 ** Math.min(excess - 1, 10), MAX_DELAY_MS)
}

const pairOf = (emailKey: string, network: string) => `${hashEmail(emailKey)}@${network}`
