import type { RequestContext } from '#server/route.ts'
import type { BillingLimits } from './billing-limits.ts'

/** The context of a call about money: the request context plus the billing limits. */
export type BillingContext = RequestContext & { billingLimits: BillingLimits }
