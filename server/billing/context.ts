import type { AppContext } from '#server/platform/context.ts'
import type { RequestContext } from '#server/platform/http/request-context.ts'
import type { BillingProvider } from './provider/billing-provider.ts'

export type BillingServices = {
  /** The payment provider. */
  billing: BillingProvider
}

/** The context of a job about money. */
export type BillingContext = AppContext & BillingServices

/** The context of a call about money. */
export type BillingRequest = RequestContext & BillingServices
