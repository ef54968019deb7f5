import type { BillingCycle, PaidPlan, PlanCurrency } from '#contracts/billing/price-list.ts'
import type { UserId } from '#contracts/ids.ts'
import type { Language } from '#i18n/languages.ts'
import type { InvoiceStatus, SubscriptionStatus } from '#server/platform/db/billing-schema.ts'

/** `amountMinor`: per cycle, in cents. */
export type Offer = {
  plan: PaidPlan
  billingCycle: BillingCycle
  currency: PlanCurrency
  amountMinor: number
}

export type SubscriptionSnapshot = {
  subscriptionId: string
  /** Our own id of the checkout that created it. */
  checkoutId: string | null
  plan: PaidPlan
  billingCycle: BillingCycle
  status: SubscriptionStatus
  currency: string
  amountMinor: number
  periodEndsAt: Date
  cancelAtPeriodEnd: boolean
  /** Its plan from the next period on. */
  next: { plan: PaidPlan; billingCycle: BillingCycle; startsAt: Date } | null
  startedAt: Date
}

export type InvoiceSnapshot = {
  invoiceId: string
  number: string | null
  plan: PaidPlan | null
  status: InvoiceStatus
  amountMinor: number
  currency: string
  issuedAt: Date
  failedAttempts: number
  url: string | null
}

/**
 * The provider's current state of a customer. Subscriptions to anything but our plans are left out.
 */
export type CustomerSnapshot = {
  subscriptions: SubscriptionSnapshot[]
  invoices: InvoiceSnapshot[]
}

type BilledCustomer = {
  userId: UserId
  email: string
  name: string
  /**
   * The customer that the provider has deleted: the call creates a new one, even if an earlier
   * answer named the deleted one.
   */
  replaces: string | null
}

export type CheckoutOrder = Offer & {
  /** Our own id; repeating it returns the same checkout. */
  checkoutId: string
  customerId: string
  language: Language
  successUrl: string
  cancelUrl: string
  expiresAt: Date
}

type OpenedCheckout = { providerCheckoutId: string; url: string }

export type ChangeOrder = Offer & {
  subscriptionId: string
  /** The rest of the paid period is counted from here. */
  quotedAt: Date
  /** Repeating it has no further effect. */
  idempotencyKey: string
}

export type ChangeOutcome =
  | { kind: 'changed' }
  | { kind: 'declined' }
  | { kind: 'payment_needed'; url: string }

/** An event yields only the customer id; the current state is read from the provider. */
export type BillingEvent = { eventId: string; kind: string; customerId: string | null }

/**
 * The payment provider. Every call may be repeated.
 * @throws AppError `billing_unavailable` from each of them when the provider does not answer or is
 * not configured
 */
export type BillingProvider = {
  name: string
  ensureCustomer: (person: BilledCustomer) => Promise<string>
  createCheckout: (order: CheckoutOrder) => Promise<OpenedCheckout | 'customer_gone'>
  /** An unknown checkout counts as closed. */
  closeCheckout: (providerCheckoutId: string) => Promise<'closed' | 'paid'>
  readCheckout: (providerCheckoutId: string) => Promise<'open' | 'paid' | 'closed'>
  quoteChange: (order: Omit<ChangeOrder, 'idempotencyKey'>) => Promise<number>
  /** Charged at once; if the payment fails, nothing changes. */
  changeNow: (order: ChangeOrder) => Promise<ChangeOutcome>
  changeAtPeriodEnd: (order: ChangeOrder) => Promise<void>
  cancelAtPeriodEnd: (subscriptionId: string) => Promise<void>
  resume: (subscriptionId: string) => Promise<void>
  /** Ends an accidental second subscription; the unused rest becomes credit. */
  cancelNow: (subscriptionId: string) => Promise<void>
  /** Null for a customer that the provider does not know (any more). */
  portalUrl: (customer: {
    customerId: string
    returnUrl: string
    language: Language
  }) => Promise<string | null>
  /** As for `portalUrl`. */
  readCustomer: (customerId: string) => Promise<CustomerSnapshot | null>
  /**
   * @throws AppError `invalid_request` unless the provider signed these very bytes within five
   * minutes of `now`
   */
  verifyWebhook: (rawBody: Buffer, signature: string | undefined, now: Date) => BillingEvent
}

export type PlanChanges = Pick<
  BillingProvider,
  'quoteChange' | 'changeNow' | 'changeAtPeriodEnd' | 'cancelAtPeriodEnd' | 'resume' | 'cancelNow'
>
