import type { BillingCycle, PaidPlan, PlanCurrency } from '#contracts/price-list.ts'
import type { Language } from '#i18n/languages.ts'
import type { InvoiceStatus, SubscriptionStatus } from '#server/db/billing-schema.ts'

/** A plan for a price: what is charged for each cycle, in cents. */
export type Offer = {
  plan: PaidPlan
  billingCycle: BillingCycle
  currency: PlanCurrency
  amountMinor: number
}

export type SubscriptionTruth = {
  subscriptionId: string
  /** Our own id of the checkout that it came from. */
  checkoutId: string | null
  plan: PaidPlan
  billingCycle: BillingCycle
  status: SubscriptionStatus
  currency: string
  amountMinor: number
  periodEndsAt: Date
  cancelAtPeriodEnd: boolean
  /** What it becomes with the next period. */
  next: { plan: PaidPlan; billingCycle: BillingCycle; startsAt: Date } | null
  startedAt: Date
}

export type InvoiceTruth = {
  invoiceId: string
  number: string | null
  /** What it was for. */
  plan: PaidPlan | null
  status: InvoiceStatus
  amountMinor: number
  currency: string
  issuedAt: Date
  /** Tries to charge it that failed so far. */
  failedAttempts: number
  url: string | null
}

/** All that the provider knows of a customer by now. Subscriptions that are none of our plans are left out. */
export type CustomerTruth = { subscriptions: SubscriptionTruth[]; invoices: InvoiceTruth[] }

export type BilledCustomer = {
  userId: string
  email: string
  name: string
  /** The one that the provider has deleted: another one is made, whatever was answered before. */
  replaces: string | null
}

export type CheckoutOrder = Offer & {
  /** Ours: the same one again is the same checkout. */
  checkoutId: string
  customerId: string
  language: Language
  successUrl: string
  cancelUrl: string
  expiresAt: Date
}

export type OpenedCheckout = { providerCheckoutId: string; url: string }

export type ChangeOrder = Offer & {
  subscriptionId: string
  /** What is left of the paid period is counted from here. */
  quotedAt: Date
  /** The same one again changes nothing more. */
  idempotencyKey: string
}

export type ChangeOutcome =
  | { kind: 'changed' }
  | { kind: 'declined' }
  | { kind: 'payment_needed'; url: string }

/** What is taken from an event: whose it is. What happened is asked for. */
export type BillingEvent = { eventId: string; kind: string; customerId: string | null }

/**
 * Who takes the money. Every call may be repeated.
 * @throws AppError `billing_unavailable` from each of them when the provider does not answer or is not configured
 */
export type BillingProvider = {
  name: string
  ensureCustomer: (person: BilledCustomer) => Promise<string>
  createCheckout: (order: CheckoutOrder) => Promise<OpenedCheckout | 'customer_gone'>
  /** So that nobody pays it any more; tells when somebody has. One that the provider does not know is closed. */
  closeCheckout: (providerCheckoutId: string) => Promise<'closed' | 'paid'>
  readCheckout: (providerCheckoutId: string) => Promise<'open' | 'paid' | 'closed'>
  /** Cents that a change at once costs. */
  quoteChange: (order: Omit<ChangeOrder, 'idempotencyKey'>) => Promise<number>
  /** Charged at once; without the payment everything stays as it was. */
  changeNow: (order: ChangeOrder) => Promise<ChangeOutcome>
  changeAtPeriodEnd: (order: ChangeOrder) => Promise<void>
  cancelAtPeriodEnd: (subscriptionId: string) => Promise<void>
  /** Takes back a cancellation, and a change that waits. */
  resume: (subscriptionId: string) => Promise<void>
  /** Of a second subscription that should not be: what is left of it is given back as credit. */
  cancelNow: (subscriptionId: string) => Promise<void>
  /** Null for a customer that the provider does not know (any more). */
  portalUrl: (customer: {
    customerId: string
    returnUrl: string
    language: Language
  }) => Promise<string | null>
  /** Null for one that the provider does not know (any more). */
  readCustomer: (customerId: string) => Promise<CustomerTruth | null>
  /** @throws AppError `invalid_request` unless the provider signed these very bytes within five minutes of `now` */
  verifyWebhook: (rawBody: Buffer, signature: string | undefined, now: Date) => BillingEvent
}
