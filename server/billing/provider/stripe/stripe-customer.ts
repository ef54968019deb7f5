import Stripe from 'stripe'
import * as z from 'zod'
import type { BillingCycle } from '#contracts/billing/price-list.ts'
import type {
  CustomerSnapshot,
  InvoiceSnapshot,
  SubscriptionSnapshot,
} from '#server/billing/provider/billing-provider.ts'
import type { InvoiceStatus, SubscriptionStatus } from '#server/platform/db/billing-schema.ts'
import { idOf, planOfProduct } from './stripe-prices.ts'

const PAGE_SIZE = 100
const SECOND_MS = 1000

/** Null for a customer that Stripe does not know. */
export async function readStripeCustomer(
  stripe: Stripe,
  customer: string,
): Promise<CustomerSnapshot | null> {
  try {
    const [subscriptions, invoices] = await Promise.all([
      stripe.subscriptions.list({ customer, status: 'all', limit: PAGE_SIZE }),
      stripe.invoices.list({ customer, limit: PAGE_SIZE }),
    ])
    const read = await Promise.all(
      subscriptions.data.map((found) => readWithSchedule(stripe, found)),
    )
    return {
      subscriptions: read.filter((found) => found !== null),
      invoices: invoices.data.map(readInvoice).filter((found) => found !== null),
    }
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError && error.code === 'resource_missing') return null
    throw error
  }
}

async function readWithSchedule(
  stripe: Stripe,
  subscription: Stripe.Subscription,
): Promise<SubscriptionSnapshot | null> {
  const { schedule } = subscription
  if (!schedule) return readSubscription(subscription, null)
  // Read separately: within a list the prices of its phases are nested deeper than Stripe expands.
  const expand = ['phases.items.price']
  return readSubscription(
    subscription,
    await stripe.subscriptionSchedules.retrieve(idOf(schedule), { expand }),
  )
}

/** Null for a subscription to anything but our plans. */
function readSubscription(
  subscription: Stripe.Subscription,
  schedule: Stripe.SubscriptionSchedule | null,
): SubscriptionSnapshot | null {
  const [item] = subscription.items.data
  const offer = item && readPrice(item.price)
  if (!item || !offer) return null
  const endsAt = endOf(subscription, item.current_period_end)
  return {
    subscriptionId: subscription.id,
    // Stripe users may write anything there.
    checkoutId: z.uuid().safeParse(subscription.metadata['checkoutId']).data ?? null,
    ...offer,
    status: statusOf(subscription.status),
    currency: subscription.currency.toUpperCase(),
    amountMinor: (item.price.unit_amount ?? 0) * (item.quantity ?? 1),
    periodEndsAt: timeOf(endsAt ?? item.current_period_end),
    cancelAtPeriodEnd: endsAt !== null,
    next: schedule && readNext(schedule, item.current_period_end),
    startedAt: timeOf(subscription.start_date),
  }
}

/**
 * Cancelled by us at the end of the period, or on Stripe's own page by a date. A date after the
 * period means one more renewal first.
 */
function endOf(
  { cancel_at_period_end: isCancelled, cancel_at: cancelAt }: Stripe.Subscription,
  periodEnd: number,
): number | null {
  if (isCancelled) return periodEnd
  return cancelAt !== null && cancelAt <= periodEnd ? cancelAt : null
}

type PriceLike = Pick<Stripe.Price, 'recurring'> & { product: string | { id: string } }

function readPrice({ product, recurring }: PriceLike) {
  const plan = planOfProduct(idOf(product))
  const billingCycle = cycleOf(recurring)
  return plan && billingCycle ? { plan, billingCycle } : null
}

/** We sell only whole months and years. */
function cycleOf(recurring: Stripe.Price['recurring']): BillingCycle | null {
  if (!recurring || recurring.interval_count !== 1) return null
  if (recurring.interval === 'year') return 'yearly'
  return recurring.interval === 'month' ? 'monthly' : null
}

/** `unpaid` and `paused`: Stripe gave up, or an operator stopped it; neither grants access. */
function statusOf(status: Stripe.Subscription.Status): SubscriptionStatus {
  switch (status) {
    case 'active':
    case 'trialing':
      return 'active'
    case 'past_due':
      return 'past_due'
    case 'incomplete':
      return 'incomplete'
    case 'canceled':
    case 'incomplete_expired':
    case 'paused':
    case 'unpaid':
      return 'ended'
    default:
      // An unknown state from a later API version grants no access.
      return 'ended'
  }
}

function readNext(
  { status, phases }: Stripe.SubscriptionSchedule,
  periodEnd: number,
): SubscriptionSnapshot['next'] {
  if (status !== 'active') return null
  const phase = phases.find(({ start_date: start }) => start >= periodEnd)
  const price = phase?.items[0]?.price
  if (!phase || !price || typeof price === 'string' || price.deleted) return null
  const offer = readPrice(price)
  return offer && { ...offer, startsAt: timeOf(phase.start_date) }
}

/** Null for drafts, and for invoices without one of our subscriptions. */
function readInvoice(invoice: Stripe.Invoice): InvoiceSnapshot | null {
  const status = invoiceStatusOf(invoice.status)
  if (!status || !invoice.id) return null
  return {
    invoiceId: invoice.id,
    number: invoice.number,
    plan: planOfInvoice(invoice),
    status,
    amountMinor: status === 'paid' ? invoice.amount_paid : invoice.amount_due,
    currency: invoice.currency.toUpperCase(),
    issuedAt: timeOf(invoice.created),
    failedAttempts: status === 'paid' ? 0 : failedRenewals(invoice),
    url: invoice.hosted_invoice_url ?? null,
  }
}

/**
 * Counts renewals only: a customer who changes the plan sees the failure on the screen, and the
 * bank may still ask for a confirmation.
 */
const failedRenewals = ({ billing_reason: reason, attempt_count: count }: Stripe.Invoice): number =>
  reason === 'subscription_cycle' ? count : 0

function invoiceStatusOf(status: Stripe.Invoice['status']): InvoiceStatus | null {
  switch (status) {
    case 'paid':
      return 'paid'
    case 'open':
      return 'open'
    case 'void':
    case 'uncollectible':
      return 'void'
    case 'draft':
    case null:
      return null
    default:
      return null
  }
}

/**
 * The plan of its most expensive line: a change also has a line that refunds the rest of the old
 * plan.
 */
function planOfInvoice({ lines }: Stripe.Invoice) {
  const [dearest] = lines.data.toSorted((left, right) => right.amount - left.amount)
  const product = dearest?.pricing?.price_details?.product
  return product ? planOfProduct(product) : null
}

const timeOf = (seconds: number): Date => new Date(seconds * SECOND_MS)
