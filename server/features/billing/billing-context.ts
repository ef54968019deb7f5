import type { RequestContext } from '#server/route.ts'
import type { BillingLimits } from './billing-limits.ts'

/** What a call about money needs besides what every call has. */
export type BillingContext = RequestContext & { billingLimits: BillingLimits }
