import type { Db } from '#server/context.ts'
import { AppError } from '#server/errors.ts'
import { createLimiter } from '#server/features/auth/limiter-store.ts'

const HOUR_SECONDS = 60 * 60
/** Each sends mail to an address that somebody merely typed. */
const MAX_EMAIL_CHANGES = 5

export type UserLimits = {
  /** @throws AppError `rate_limited` */
  countEmailChange: (userId: string) => Promise<void>
}

export function createUserLimits(db: Db): UserLimits {
  const changes = createLimiter(db, {
    prefix: 'email-change',
    points: MAX_EMAIL_CHANGES,
    windowSeconds: HOUR_SECONDS,
  })
  return {
    async countEmailChange(userId) {
      const { consumedPoints, msBeforeNext } = await changes.penalty(userId)
      if (consumedPoints > MAX_EMAIL_CHANGES)
        throw new AppError('rate_limited', { retryAfterSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)) })
    },
  }
}
