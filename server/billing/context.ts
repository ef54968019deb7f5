import type { AppContext } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/schema.ts'
import type { RequestContext } from '#server/platform/http/request-context.ts'
import { countOrRefuse, createRateLimiter } from '#server/platform/rate-limiter.ts'
import type { BillingProvider } from './provider/billing-provider.ts'

export type BillingServices = {
  /** The payment provider. */
  billing: BillingProvider
}

/** The context of a job about money. */
export type BillingContext = AppContext & BillingServices

/** The context of a call about money. */
export type BillingRequest = RequestContext & BillingServices & { billingLimits: BillingLimits }

const WINDOW_SECONDS = 60 * 60
/** Each call asks the payment provider, which has its own limits. */
const MAX_CALLS = 60
/** The page that waits for a payment polls two dozen times; that must not use up the calls that a purchase needs. */
const MAX_STATUS_CHECKS = 300
/** How many forged events of one network are recorded; thousands of them must not fill the log. */
const MAX_RECORDED_REFUSALS = 20

export type BillingLimits = {
  /** @throws AppError `rate_limited` */
  countCall: (userId: string) => Promise<void>
  /** What became of a checkout. @throws AppError `rate_limited` */
  countStatusCheck: (userId: string) => Promise<void>
  /** Whether the security log should record one more refused event of this network. */
  shouldRecordRefusal: (network: string) => Promise<boolean>
}

export function createBillingLimits(db: Db): BillingLimits {
  const limiter = (prefix: string, points: number) =>
    createRateLimiter(db, { prefix, points, windowSeconds: WINDOW_SECONDS })
  const calls = limiter('billing', MAX_CALLS)
  const statusChecks = limiter('billing-look', MAX_STATUS_CHECKS)
  const refusals = limiter('billing-refusal', MAX_RECORDED_REFUSALS)
  return {
    countCall: (userId) => countOrRefuse(calls, userId),
    countStatusCheck: (userId) => countOrRefuse(statusChecks, userId),
    shouldRecordRefusal: async (network) =>
      (await refusals.penalty(network)).consumedPoints <= MAX_RECORDED_REFUSALS,
  }
}
