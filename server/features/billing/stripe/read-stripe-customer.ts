import Stripe from 'stripe'
import type { BillingCycle } from '#contracts/price-list.ts'
import type { InvoiceStatus, SubscriptionStatus } from '#server/db/billing-schema.ts'
import type {
  CustomerTruth,
  InvoiceTruth,
  SubscriptionTruth,
} from '#server/features/billing/billing-provider.ts'
import { planOfProduct } from './stripe-products.ts'

const MOST = 100
const SECOND_MS = 1000

/** All that Stripe knows of a customer, in our words; null for one that it does not know. */
export async function readStripeCustomer(stripe: Stripe, customer: string): Promise<CustomerTruth | null> {
  try {
    const [subscriptions, invoices] = await Promise.all([
      stripe.subscriptions.list({ customer, status: 'all', limit: MOST, expand: ['data.schedule'] }),
      stripe.invoices.list({ customer, limit: MOST }),
    ])
    return {
      subscriptions: subscriptions.data.map(readSubscription).filter((found) => found !== null),
      invoices: invoices.data.map(readInvoice).filter((found) => found !== null),
    }
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError && error.code === 'resource_missing') return null
    throw error
  }
}

/** Null for what is none of our plans. */
export function readSubscription(subscription: Stripe.Subscription): SubscriptionTruth | null {
  const [item] = subscription.items.data
  const offer = item && readPrice(item.price)
  if (!item || !offer) return null
  return {
    subscriptionId: subscription.id,
    checkoutId: subscription.metadata['checkoutId'] ?? null,
    ...offer,
    status: statusOf(subscription.status),
    currency: subscription.currency.toUpperCase(),
    amountMinor: (item.price.unit_amount ?? 0) * (item.quantity ?? 1),
    periodEndsAt: timeOf(item.current_period_end),
    cancelAtPeriodEnd: subscription.cancel_at_period_end,
    next: readNext(subscription),
    startedAt: timeOf(subscription.start_date),
  }
}

type PriceLike = Pick<Stripe.Price, 'recurring'> & { product: string | { id: string } }

function readPrice({ product, recurring }: PriceLike) {
  const plan = planOfProduct(typeof product === 'string' ? product : product.id)
  const billingCycle = cycleOf(recurring)
  return plan && billingCycle ? { plan, billingCycle } : null
}

/** Only whole months and years are ours. */
function cycleOf(recurring: Stripe.Price['recurring']): BillingCycle | null {
  if (!recurring || recurring.interval_count !== 1) return null
  if (recurring.interval === 'year') return 'yearly'
  return recurring.interval === 'month' ? 'monthly' : null
}

/** `unpaid` and `paused`: Stripe has given up or was told to; nothing is open then. */
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
      // A state that a later version of the API may send opens nothing.
      return 'ended'
  }
}

/** The phase of its schedule that comes next, as far as its price was sent along. */
function readNext({ schedule, items }: Stripe.Subscription): SubscriptionTruth['next'] {
  if (!schedule || typeof schedule === 'string') return null
  const end = items.data[0]?.current_period_end ?? 0
  const phase = schedule.phases.find(({ start_date: start }) => start >= end)
  const price = phase?.items[0]?.price
  if (!phase || !price || typeof price === 'string' || price.deleted) return null
  const offer = readPrice(price)
  return offer && { ...offer, startsAt: timeOf(phase.start_date) }
}

/** Null for drafts, and for what has nothing to do with a subscription of ours. */
export function readInvoice(invoice: Stripe.Invoice): InvoiceTruth | null {
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
    failedAttempts: status === 'paid' ? 0 : invoice.attempt_count,
    url: invoice.hosted_invoice_url ?? null,
  }
}

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

/** Of its last line: a change begins with what is given back for the old plan. */
function planOfInvoice({ lines }: Stripe.Invoice) {
  const product = lines.data.at(-1)?.pricing?.price_details?.product
  return product
    ? planOfProduct(typeof product === 'string' ? product : (product as { id: string }).id)
    : null
}

const timeOf = (seconds: number): Date => new Date(seconds * SECOND_MS)
