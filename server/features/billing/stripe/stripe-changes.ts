import Stripe from 'stripe'
import type {
  BillingProvider,
  ChangeOrder,
  ChangeOutcome,
} from '#server/features/billing/billing-provider.ts'
import { changeLater, planNext, releaseSchedule } from './stripe-schedules.ts'
import { ensurePrice } from './stripe-prices.ts'

type Changes = Pick<
  BillingProvider,
  'quoteChange' | 'changeNow' | 'changeAtPeriodEnd' | 'cancelAtPeriodEnd' | 'resume' | 'cancelNow'
>

const SECOND_MS = 1000

export const stripeChanges = (stripe: Stripe): Changes => ({
  async quoteChange(order) {
    const preview = await stripe.invoices.createPreview({
      subscription: order.subscriptionId,
      subscription_details: {
        items: await changedItems(stripe, order),
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
    const { subscription } = await releaseSchedule(stripe, id)
    const { cancel_at: cancelAt, cancel_at_period_end: isCancelled } = subscription
    // Stripe's own page for customers cancels by a date instead.
    if (isCancelled || cancelAt === null)
      await stripe.subscriptions.update(id, { cancel_at_period_end: false })
    else await stripe.subscriptions.update(id, { cancel_at: '' })
  },
  async cancelNow(id) {
    const { status } = await stripe.subscriptions.retrieve(id)
    if (status !== 'canceled') await stripe.subscriptions.cancel(id, { prorate: true, invoice_now: true })
  },
})

const secondsOf = (time: Date): number => Math.floor(time.getTime() / SECOND_MS)

/** The one item of the subscription with another price. */
async function changedItems(stripe: Stripe, order: Omit<ChangeOrder, 'idempotencyKey'>) {
  const [subscription, price] = await Promise.all([
    stripe.subscriptions.retrieve(order.subscriptionId),
    ensurePrice(stripe, order),
  ])
  const [item] = subscription.items.data
  if (!item) throw new Error('the subscription is of nothing')
  return [{ id: item.id, quantity: 1, price }]
}

/** Without the payment nothing changes; what the bank has to be asked for is kept for a day, and then forgotten. */
async function changeNow(stripe: Stripe, order: ChangeOrder): Promise<ChangeOutcome> {
  const { waiting } = await releaseSchedule(stripe, order.subscriptionId)
  const outcome = await tryChange(stripe, order)
  // Everything stays as it was, also what begins with the next period.
  if (outcome.kind === 'declined' && waiting)
    await planNext(stripe, await stripe.subscriptions.retrieve(order.subscriptionId), waiting)
  return outcome
}

async function tryChange(stripe: Stripe, order: ChangeOrder): Promise<ChangeOutcome> {
  const items = await changedItems(stripe, order)
  try {
    const changed = await stripe.subscriptions.update(
      order.subscriptionId,
      {
        items,
        proration_behavior: 'always_invoice',
        proration_date: secondsOf(order.quotedAt),
        payment_behavior: 'pending_if_incomplete',
      },
      { idempotencyKey: order.idempotencyKey },
    )
    const { pending_update: pending, latest_invoice: invoice } = changed
    if (!pending) return { kind: 'changed' }
    if (!invoice) throw new Error('a change waits for no invoice')
    return await outcomeOf(stripe, typeof invoice === 'string' ? invoice : invoice.id)
  } catch (error) {
    if (error instanceof Stripe.errors.StripeCardError) return { kind: 'declined' }
    throw error
  }
}

/** What became of the payment that a change waits for: asked anew, as the answer to a repeated order is that of the first one. */
async function outcomeOf(stripe: Stripe, invoiceId: string): Promise<ChangeOutcome> {
  const expand = ['payments.data.payment.payment_intent']
  const { status, hosted_invoice_url: url, payments } = await stripe.invoices.retrieve(invoiceId, { expand })
  if (status === 'paid') return { kind: 'changed' }
  const isAsked = payments?.data.some(({ payment: { payment_intent: intent } }) =>
    typeof intent === 'object' ? intent.status === 'requires_action' : false,
  )
  if (status === 'open' && isAsked && url) return { kind: 'payment_needed', url }
  // Voided, it takes the change that waits with it; left open, somebody might pay it after being told that nothing was changed.
  if (status === 'open') await stripe.invoices.voidInvoice(invoiceId)
  return { kind: 'declined' }
}
