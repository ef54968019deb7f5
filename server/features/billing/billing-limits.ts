import type { Db } from '#server/context.ts'
import { countOrRefuse, createLimiter } from '#server/features/auth/limiter-store.ts'

const WINDOW_SECONDS = 60 * 60
/** Each asks the payment provider, which has limits of its own. */
const MAX_CALLS = 60
/** The page that waits for a payment looks two dozen times; it must not use up what buying takes. */
const MAX_LOOKS = 300
/** Forged events of one network that leave a trace; whoever sends thousands must not fill the log. */
const MAX_REFUSALS_NOTED = 20

export type BillingLimits = {
  /** @throws AppError `rate_limited` */
  countCall: (userId: string) => Promise<void>
  /** What became of a checkout. @throws AppError `rate_limited` */
  countLook: (userId: string) => Promise<void>
  /** Whether one more refused event of this network is worth a line in the security log. */
  isRefusalNoted: (network: string) => Promise<boolean>
}

export function createBillingLimits(db: Db): BillingLimits {
  const limiter = (prefix: string, points: number) =>
    createLimiter(db, { prefix, points, windowSeconds: WINDOW_SECONDS })
  const calls = limiter('billing', MAX_CALLS)
  const looks = limiter('billing-look', MAX_LOOKS)
  const refusals = limiter('billing-refusal', MAX_REFUSALS_NOTED)
  return {
    countCall: (userId) => countOrRefuse(calls, userId),
    countLook: (userId) => countOrRefuse(looks, userId),
    isRefusalNoted: async (network) => (await refusals.penalty(network)).consumedPoints <= MAX_REFUSALS_NOTED,
  }
}
