import type { Db } from '#server/context.ts'
import { countOrRefuse, createLimiter } from '#server/features/auth/limiter-store.ts'

const WINDOW_SECONDS = 60 * 60
/** Each asks the payment provider, which has limits of its own. */
const MAX_CALLS = 60

export type BillingLimits = {
  /** @throws AppError `rate_limited` */
  countCall: (userId: string) => Promise<void>
}

export function createBillingLimits(db: Db): BillingLimits {
  const calls = createLimiter(db, { prefix: 'billing', points: MAX_CALLS, windowSeconds: WINDOW_SECONDS })
  return { countCall: (userId) => countOrRefuse(calls, userId) }
}
