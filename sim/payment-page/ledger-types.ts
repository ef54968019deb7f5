export type Plan = 'pro' | 'plus'
export type Cycle = 'monthly' | 'yearly'
export type Offer = { plan: Plan; billingCycle: Cycle; currency: string; amountMinor: number }

export type Customer = {
  id: string
  userId: string
  email: string
  name: string
  webhookUrl: string
  cardId: string | null
  /** Deducted from the next payments. */
  creditMinor: number
}

export type Checkout = Offer & {
  id: string
  /** The shop's own reference. */
  checkoutId: string
  customerId: string
  successUrl: string
  cancelUrl: string
  expiresAt: number
  state: 'open' | 'paid' | 'closed'
}

export type Subscription = Offer & {
  id: string
  customerId: string
  checkoutId: string | null
  status: 'active' | 'past_due' | 'ended'
  periodStartsAt: number
  periodEndsAt: number
  cancelAtPeriodEnd: boolean
  next: Offer | null
  /** A change that waits for the bank's confirmation. */
  pending: (Offer & { dueMinor: number }) | null
  startedAt: number
}

export type Invoice = {
  id: string
  number: string
  customerId: string
  subscriptionId: string
  plan: Plan
  status: 'paid' | 'open' | 'void'
  amountMinor: number
  currency: string
  issuedAt: number
  failedAttempts: number
}

export type PaymentEvent = {
  id: string
  type: string
  customerId: string
  objectId: string
  createdAt: number
}

/** All state of the payment page; times in milliseconds. */
export type Books = {
  customers: Record<string, Customer>
  checkouts: Record<string, Checkout>
  subscriptions: Record<string, Subscription>
  invoices: Record<string, Invoice>
  /** Not yet accepted by the shop. */
  outbox: PaymentEvent[]
  /** Idempotency keys of changes, with their outcomes. */
  changes: Record<string, ChangeOutcome>
}

export type ChangeOutcome =
  | { kind: 'changed' | 'declined' }
  | { kind: 'payment_needed'; url: string }

export const emptyBooks = (): Books => ({
  customers: {},
  checkouts: {},
  subscriptions: {},
  invoices: {},
  outbox: [],
  changes: {},
})
