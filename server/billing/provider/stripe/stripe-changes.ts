import Stripe from 'stripe'
import type {
  ChangeOrder,
  ChangeOutcome,
  PlanChanges,
} from '#server/billing/provider/billing-provider.ts'
import { AppError } from '#server/platform/errors.ts'
import { ensurePrice, idOf, intervalOf, toUnixSeconds } from './stripe-prices.ts'

export const stripeChanges = (stripe: Stripe): PlanChanges => ({
  async quoteChange(order) {
    const preview = await stripe.invoices.createPreview({
      subscription: order.subscriptionId,
      subscription_details: {
        items: await changedItems(stripe, order),
        proration_behavior: 'always_invoice',
        proration_date: toUnixSeconds(order.quotedAt),
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
    const subscription = await releaseSchedule(stripe, id)
    const { cancel_at: cancelAt, cancel_at_period_end: isCancelled } = subscription
    // Stripe's own page for customers cancels by date instead.
    if (isCancelled || cancelAt === null)
      await stripe.subscriptions.update(id, { cancel_at_period_end: false })
    else await stripe.subscriptions.update(id, { cancel_at: '' })
  },
  async cancelNow(id) {
    const { status } = await stripe.subscriptions.retrieve(id)
    if (status !== 'canceled')
      await stripe.subscriptions.cancel(id, { prorate: true, invoice_now: true })
  },
})

async function changedItems(stripe: Stripe, order: Omit<ChangeOrder, 'idempotencyKey'>) {
  const [subscription, price] = await Promise.all([
    stripe.subscriptions.retrieve(order.subscriptionId),
    ensurePrice(stripe, order),
  ])
  const [item] = subscription.items.data
  if (!item) throw new Error('the subscription has no item')
  return [{ id: item.id, quantity: 1, price }]
}

/**
 * Without the payment nothing changes. A confirmation that the bank requires stays open for a day
 * and is then dropped.
 */
async function changeNow(stripe: Stripe, order: ChangeOrder): Promise<ChangeOutcome> {
  await releaseEmptySchedule(stripe, order.subscriptionId)
  const items = await changedItems(stripe, order)
  try {
    const changed = await stripe.subscriptions.update(
      order.subscriptionId,
      {
        items,
        proration_behavior: 'always_invoice',
        proration_date: toUnixSeconds(order.quotedAt),
        payment_behavior: 'pending_if_incomplete',
      },
      { idempotencyKey: order.idempotencyKey },
    )
    const { pending_update: pending, latest_invoice: invoice } = changed
    if (!pending) return { kind: 'changed' }
    if (!invoice) throw new Error('a pending change has no invoice')
    return await outcomeOf(stripe, idOf(invoice))
  } catch (error) {
    if (error instanceof Stripe.errors.StripeCardError) return { kind: 'declined' }
    throw error
  }
}

/**
 * The state of the payment that a change waits for. It is read again, because a repeated order
 * returns the answer to the first one.
 */
async function outcomeOf(stripe: Stripe, invoiceId: string): Promise<ChangeOutcome> {
  const expand = ['payments.data.payment.payment_intent']
  const {
    status,
    hosted_invoice_url: url,
    payments,
  } = await stripe.invoices.retrieve(invoiceId, { expand })
  if (status === 'paid') return { kind: 'changed' }
  const needsAction = payments?.data.some(({ payment: { payment_intent: intent } }) =>
    typeof intent === 'object' ? intent.status === 'requires_action' : false,
  )
  if (status === 'open' && needsAction && url) return { kind: 'payment_needed', url }
  // Voiding the invoice also drops the pending change. An open one could still be paid after the
  // customer read that nothing changed.
  if (status === 'open') await stripe.invoices.voidInvoice(invoiceId)
  return { kind: 'declined' }
}

/**
 * A schedule of two phases: the paid plan until the end of the period, then the other plan, which
 * continues without the schedule.
 */
async function changeLater(stripe: Stripe, order: ChangeOrder): Promise<void> {
  const [subscription, price] = await Promise.all([
    stripe.subscriptions.retrieve(order.subscriptionId),
    ensurePrice(stripe, order),
  ])
  const schedule = await scheduleOf(stripe, subscription)
  const [item] = subscription.items.data
  if (!schedule.current_phase || !item) throw new Error('the subscription has no item')
  const { metadata } = subscription
  const duration = { interval: intervalOf(order.billingCycle), interval_count: 1 }
  await stripe.subscriptionSchedules.update(schedule.id, {
    end_behavior: 'release',
    proration_behavior: 'none',
    phases: [
      {
        start_date: schedule.current_phase.start_date,
        end_date: item.current_period_end,
        items: [{ price: item.price.id, quantity: 1 }],
        metadata,
      },
      { items: [{ price, quantity: 1 }], duration, proration_behavior: 'none', metadata },
    ],
  })
}

async function scheduleOf(
  stripe: Stripe,
  { id, schedule }: Stripe.Subscription,
): Promise<Stripe.SubscriptionSchedule> {
  if (schedule) return stripe.subscriptionSchedules.retrieve(idOf(schedule))
  try {
    return await stripe.subscriptionSchedules.create({ from_subscription: id })
  } catch (error) {
    // Two clicks at once: the second finds the schedule of the first.
    const { schedule: other } = await stripe.subscriptions.retrieve(id)
    if (!other) throw error
    return stripe.subscriptionSchedules.retrieve(idOf(other))
  }
}

/**
 * While a schedule controls a subscription, nothing else may change it.
 * @returns the subscription as it was
 */
async function releaseSchedule(
  stripe: Stripe,
  subscriptionId: string,
): Promise<Stripe.Subscription> {
  const subscription = await stripe.subscriptions.retrieve(subscriptionId)
  if (subscription.schedule) await stripe.subscriptionSchedules.release(idOf(subscription.schedule))
  return subscription
}

/**
 * A change planned for the next period would be lost if the customer never confirmed the payment. A
 * schedule without one remains when `changeLater` fails halfway.
 * @throws AppError `change_scheduled`
 */
async function releaseEmptySchedule(stripe: Stripe, subscriptionId: string): Promise<void> {
  const { schedule, items } = await stripe.subscriptions.retrieve(subscriptionId)
  if (!schedule) return
  const { phases } = await stripe.subscriptionSchedules.retrieve(idOf(schedule))
  const periodEnd = items.data[0]?.current_period_end ?? 0
  if (phases.some(({ start_date: start }) => start >= periodEnd))
    throw new AppError('change_scheduled')
  await stripe.subscriptionSchedules.release(idOf(schedule))
}
