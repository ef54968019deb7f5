import type { Db } from '#server/context.ts'
import { digestOfEmail } from '#server/features/auth/email-key.ts'
import { countOrRefuse, createLimiter } from '#server/features/auth/limiter-store.ts'

const WINDOW_SECONDS = 60 * 60
/** Each change sends mail to an unverified address, and an attacker who wants to flood a mailbox may have many accounts. */
const MAX_OF_ACCOUNT = 5
const MAX_TO_ADDRESS = 5

export type UserLimits = {
  /** @throws AppError `rate_limited` */
  countEmailChange: (userId: string, newEmailKey: string) => Promise<void>
}

export function createUserLimits(db: Db): UserLimits {
  const limiter = (prefix: string, points: number) =>
    createLimiter(db, { prefix, points, windowSeconds: WINDOW_SECONDS })
  const accounts = limiter('email-change', MAX_OF_ACCOUNT)
  const addresses = limiter('email-change-address', MAX_TO_ADDRESS)
  return {
    async countEmailChange(userId, newEmailKey) {
      await countOrRefuse(accounts, userId)
      await countOrRefuse(addresses, digestOfEmail(newEmailKey))
    },
  }
}
