import Stripe from 'stripe'
import type {
  BillingProvider,
  ChangeOrder,
  ChangeOutcome,
} from '#server/features/billing/billing-provider.ts'
import { ensureProduct, priceDataOf } from './stripe-products.ts'

type Changes = Pick<
  BillingProvider,
  'quoteChange' | 'changeNow' | 'changeAtPeriodEnd' | 'cancelAtPeriodEnd' | 'resume' | 'cancelNow'
>

const SECOND_MS = 1000

export const stripeChanges = (stripe: Stripe): Changes => ({
  async quoteChange(order) {
    const { items } = await changedItems(stripe, order)
    const preview = await stripe.invoices.createPreview({
      subscription: order.subscriptionId,
      subscription_details: {
        items,
        proration_behavior: 'always_invoice',
        proration_date: secondsOf(order.quotedAt),
      },
    })
    return Math.max(0, preview.amount_due)
  },
  changeNow: (order) => changeNow(stripe, order),
  changeAtPeriodEnd: (order) => changeLater(stripe, order),
  async cancelAtPeriodEnd(id) {
    await releaseSchedule(stripe, id)
    await stripe.subscriptions.update(id, { cancel_at_period_end: true })
  },
  async resume(id) {
    await releaseSchedule(stripe, id)
    await stripe.subscriptions.update(id, { cancel_at_period_end: false })
  },
  async cancelNow(id) {
    const { status } = await stripe.subscriptions.retrieve(id)
    if (status !== 'canceled') await stripe.subscriptions.cancel(id, { prorate: true, invoice_now: true })
  },
})

const secondsOf = (time: Date): number => Math.floor(time.getTime() / SECOND_MS)

/** The one item of the subscription with another price. */
async function changedItems(stripe: Stripe, order: Omit<ChangeOrder, 'idempotencyKey'>) {
  const [subscription, product] = await Promise.all([
    stripe.subscriptions.retrieve(order.subscriptionId),
    ensureProduct(stripe, order.plan),
  ])
  const [item] = subscription.items.data
  if (!item) throw new Error('the subscription is of nothing')
  return { items: [{ id: item.id, quantity: 1, price_data: priceDataOf(order, product) }] }
}

/** Without the payment nothing changes; what the bank has to be asked for is kept for a day, and then forgotten. */
async function changeNow(stripe: Stripe, order: ChangeOrder): Promise<ChangeOutcome> {
  await releaseSchedule(stripe, order.subscriptionId)
  const { items } = await changedItems(stripe, order)
  try {
    const changed = await stripe.subscriptions.update(
      order.subscriptionId,
      {
        items,
        proration_behavior: 'always_invoice',
        proration_date: secondsOf(order.quotedAt),
        payment_behavior: 'pending_if_incomplete',
        expand: ['latest_invoice'],
      },
      { idempotencyKey: order.idempotencyKey },
    )
    if (!changed.pending_update) return { kind: 'changed' }
    const invoice = changed.latest_invoice
    const url = typeof invoice === 'object' ? invoice?.hosted_invoice_url : null
    return url ? { kind: 'payment_needed', url } : { kind: 'declined' }
  } catch (error) {
    if (error instanceof Stripe.errors.StripeCardError) return { kind: 'declined' }
    throw error
  }
}

/** A schedule of two phases: what is paid for until its end, and then the other plan, without an end. */
async function changeLater(stripe: Stripe, order: ChangeOrder): Promise<void> {
  const [subscription, product] = await Promise.all([
    stripe.subscriptions.retrieve(order.subscriptionId),
    ensureProduct(stripe, order.plan),
  ])
  const schedule = await scheduleOf(stripe, subscription, order.idempotencyKey)
  const [phase] = schedule.phases
  const [item] = subscription.items.data
  if (!phase || !item) throw new Error('the subscription is of nothing')
  const metadata = subscription.metadata
  await stripe.subscriptionSchedules.update(schedule.id, {
    end_behavior: 'release',
    proration_behavior: 'none',
    phases: [
      {
        start_date: phase.start_date,
        end_date: item.current_period_end,
        items: [{ price: item.price.id, quantity: 1 }],
        metadata,
      },
      { items: [{ quantity: 1, price_data: priceDataOf(order, product) }], metadata },
    ],
  })
}

async function scheduleOf(
  stripe: Stripe,
  { id, schedule }: Stripe.Subscription,
  idempotencyKey: string,
): Promise<Stripe.SubscriptionSchedule> {
  if (schedule) return stripe.subscriptionSchedules.retrieve(idOf(schedule))
  return stripe.subscriptionSchedules.create({ from_subscription: id }, { idempotencyKey })
}

/** While a schedule has a subscription in hand, nothing else may change it. */
async function releaseSchedule(stripe: Stripe, subscriptionId: string): Promise<void> {
  const { schedule } = await stripe.subscriptions.retrieve(subscriptionId)
  if (schedule) await stripe.subscriptionSchedules.release(idOf(schedule))
}

const idOf = (found: string | { id: string }): string => (typeof found === 'string' ? found : found.id)
