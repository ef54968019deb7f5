import type { Generated } from 'kysely'
import type { BillingCycle, PaidPlan } from '#contracts/billing/price-list.ts'
import type { UserId } from '#contracts/ids.ts'
import type { MaybeTime, Time } from './column-types.ts'

export type SubscriptionStatus = 'incomplete' | 'active' | 'past_due' | 'ended'

export type BillingSubscriptions = {
  provider: string
  subscription_id: string
  user_id: UserId
  checkout_id: string | null
  plan: PaidPlan
  billing_cycle: BillingCycle
  status: SubscriptionStatus
  currency: string
  amount_minor: number
  period_ends_at: Time
  cancel_at_period_end: boolean
  next_plan: PaidPlan | null
  next_billing_cycle: BillingCycle | null
  next_starts_at: MaybeTime
  /** The customer never agreed to its price, so it grants no access. */
  is_refused: Generated<boolean>
  started_at: Time
  reminded_for: MaybeTime
  updated_at: Time
}

export type InvoiceStatus = 'paid' | 'open' | 'void'

export type BillingAgreements = {
  id: string
  user_id: UserId
  provider: string
  kind: 'checkout' | 'change'
  plan: PaidPlan
  billing_cycle: BillingCycle
  currency: string
  amount_minor: number
  language: string
  status: 'open' | 'done' | 'closed'
  provider_checkout_id: string | null
  url: string | null
  created_at: Time
  expires_at: MaybeTime
}

export type BillingTables = {
  billing_customers: {
    user_id: UserId
    provider: string
    customer_id: string
    /** How many reads from the provider were started, and the latest that was applied. */
    reads: Generated<number>
    applied_read: Generated<number>
    created_at: Time
    synced_at: MaybeTime
  }
  billing_subscriptions: BillingSubscriptions
  billing_invoices: {
    provider: string
    invoice_id: string
    user_id: UserId
    status: InvoiceStatus
    amount_minor: number
    currency: string
    issued_at: Time
    failed_attempts: Generated<number>
  }
  billing_agreements: BillingAgreements
  billing_events: {
    provider: string
    event_id: string
    kind: string
    customer_id: string | null
    received_at: Time
    processed_at: MaybeTime
  }
}
