import * as z from 'zod/mini'
import { endpoint } from '#contracts/endpoint.ts'
import type { Role } from '#contracts/accounts/auth.ts'
import { EXPORT_FORMATS } from './plan-rights.ts'
import { BillingCycle, PaidPlan, PlanCurrency, PriceList } from './price-list.ts'

export const ExportFormat = z.enum(EXPORT_FORMATS)
export type ExportFormat = z.infer<typeof ExportFormat>

export const roleOfPlan = { pro: 'PRO_USER', plus: 'PLUS_USER' } as const satisfies Record<
  PaidPlan,
  Role
>

const Cents = z.int().check(z.minimum(0))

export const getPrices = endpoint({
  name: 'getPrices',
  method: 'GET',
  path: '/api/public/prices',
  access: 'public',
  summary: 'The prices of the plans in cents of each currency, as checkout charges them.',
  response: z.object({ prices: PriceList }),
})

/** A plan change that takes effect with the next period. */
const ScheduledChange = z.object({
  productName: z.string(),
  billingCycle: BillingCycle,
  startsAt: z.iso.datetime(),
})

const CurrentSubscription = z.object({
  productName: z.string(),
  /** The next billing date; when the renewal is cancelled, the moment when access ends. UTC. */
  renewsAt: z.iso.datetime(),
  billingCycle: BillingCycle,
  /** In cents, per cycle. */
  price: Cents,
  currency: PlanCurrency,
  /**
   * `past_due`: the last payment failed and the provider tries it again. Access continues
   * meanwhile.
   */
  status: z.enum(['active', 'past_due']),
  cancelAtPeriodEnd: z.boolean(),
  scheduledChange: z.nullable(ScheduledChange),
})
export type CurrentSubscription = z.infer<typeof CurrentSubscription>

export const PlanStatus = z.object({
  planName: z.string(),
  /** Null for guests, and for accounts that were granted their plan. */
  currentSubscription: z.nullable(CurrentSubscription),
  /**
   * Currency of all prices in this answer: the subscription's, otherwise the one of the language.
   */
  currency: PlanCurrency,
  availablePlans: z.array(
    z.object({
      productName: z.string(),
      description: z.string(),
      currentPlan: z.boolean(),
      canUpgradeTo: z.boolean(),
      variants: z.array(
        z.object({ billingCycle: BillingCycle, price: Cents, currentVariant: z.boolean() }),
      ),
    }),
  ),
})
export type PlanStatus = z.infer<typeof PlanStatus>

export const getPlanStatus = endpoint({
  name: 'getPlanStatus',
  method: 'GET',
  path: '/api/plans/status',
  access: 'session',
  summary:
    "The account's plan, its subscription and the other plans. Prices in cents; `yearly` is the total for a year.",
  response: PlanStatus,
})

export const cancelPlan = endpoint({
  name: 'cancelPlan',
  method: 'POST',
  path: '/api/plans/cancel',
  access: 'session',
  summary:
    'Cancel the renewal; access continues until the period ends. 409 `no_subscription` without a subscription.',
  // Any other value would take away access that is already paid for.
  query: z.object({ cancelAtPeriodEnd: z.literal('true') }),
  response: z.object({ message: z.string(), endsAt: z.iso.datetime() }),
})

export const resumePlan = endpoint({
  name: 'resumePlan',
  method: 'POST',
  path: '/api/plans/resume',
  access: 'session',
  summary:
    'Undo a cancellation, or a change scheduled for the end of the period, before the period ends.',
  response: z.object({ message: z.string(), renewsAt: z.iso.datetime() }),
})

const PlanChoice = z.object({ planId: PaidPlan, billingCycle: z._default(BillingCycle, 'monthly') })
export type PlanChoice = z.infer<typeof PlanChoice>

export const createCheckout = endpoint({
  name: 'createCheckout',
  method: 'POST',
  path: '/api/subscription/create-checkout',
  access: 'session',
  summary:
    "Open the payment provider's page for a first subscription. The server alone sets the amount; without `currency` it uses the currency of the language. 409 `already_subscribed` with a subscription (change it instead), 409 `plan_already_held` if the account already has the plan.",
  body: z.extend(PlanChoice, { currency: z.optional(PlanCurrency) }),
  response: z.object({ checkoutUrl: z.string(), checkoutId: z.optional(z.uuid()) }),
})

export const PlanChangeQuote = z.object({
  /** `now`: charged and changed at once. `period_end`: nothing is charged now. */
  takesEffect: z.enum(['now', 'period_end']),
  effectiveAt: z.iso.datetime(),
  /** Minus the unused part of the period that is already paid. */
  dueNowMinor: Cents,
  currency: PlanCurrency,
  price: Cents,
  /** Send it back with the change, which then costs exactly the amounts quoted here. */
  quotedAt: z.iso.datetime(),
})
export type PlanChangeQuote = z.infer<typeof PlanChangeQuote>

export const quotePlanChange = endpoint({
  name: 'quotePlanChange',
  method: 'GET',
  path: '/api/plans/change',
  access: 'session',
  summary: 'Quote a change of the subscription: its price and when it begins. Changes nothing.',
  query: PlanChoice,
  response: PlanChangeQuote,
})

export const changePlan = endpoint({
  name: 'changePlan',
  method: 'POST',
  path: '/api/plans/change',
  access: 'session',
  summary:
    'Change the subscription after the user has confirmed a quote that is at most 30 minutes old. A higher plan or yearly billing begins at once, a lower plan or monthly billing with the next period.',
  body: z.extend(PlanChoice, { quotedAt: z.iso.datetime() }),
  response: z.object({
    /**
     * `payment_needed`: go to `paymentUrl`, because the bank wants a confirmation. The plan changes
     * after that.
     */
    outcome: z.enum(['changed', 'scheduled', 'payment_needed']),
    effectiveAt: z.iso.datetime(),
    paymentUrl: z.nullable(z.string()),
    message: z.string(),
  }),
})

export const openPortal = endpoint({
  name: 'openPortal',
  method: 'POST',
  path: '/api/subscription/portal',
  access: 'session',
  summary:
    "Open the payment provider's page for cards and invoices. Its address works once and expires soon.",
  response: z.object({ portalUrl: z.string() }),
})

export const Invoice = z.object({
  id: z.string(),
  number: z.nullable(z.string()),
  status: z.enum(['paid', 'open', 'void']),
  amountMinor: z.int(),
  currency: z.string(),
  issuedAt: z.iso.datetime(),
  /** The provider's page; null when it has none. */
  url: z.nullable(z.string()),
})
export type Invoice = z.infer<typeof Invoice>

export const listInvoices = endpoint({
  name: 'listInvoices',
  method: 'GET',
  path: '/api/subscription/invoices',
  access: 'session',
  summary: 'The invoices of the account, newest first, at most 100.',
  response: z.object({ invoices: z.array(Invoice) }),
})

/**
 * `unknown`: we know no such checkout of this account. `open`: not paid yet. `received`: paid, the
 * plan is about to change. `active`: the plan has changed. `closed`: the checkout ended without a
 * payment.
 */
export const PaymentState = z.enum(['unknown', 'open', 'received', 'active', 'closed'])
export type PaymentState = z.infer<typeof PaymentState>

export const getPaymentStatus = endpoint({
  name: 'getPaymentStatus',
  method: 'GET',
  path: '/api/subscription/payment-status',
  access: 'session',
  summary:
    'The state of a checkout: the one named by `checkout_id` of the return address, otherwise the latest. Changes nothing.',
  query: z.object({ checkoutId: z.optional(z.string().check(z.maxLength(200))) }),
  response: z.object({ state: PaymentState, planName: z.string() }),
})
