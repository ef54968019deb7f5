import type { AppContext } from '#server/platform/context.ts'
import type { RequestContext } from '#server/platform/http/request-context.ts'
import type { BillingProvider } from './provider/billing-provider.ts'

export type BillingServices = {
  billing: BillingProvider
}

export type BillingContext = AppContext & BillingServices

export type BillingRequest = RequestContext & BillingServices
