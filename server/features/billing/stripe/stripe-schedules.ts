import type Stripe from 'stripe'
import type { ChangeOrder } from '#server/features/billing/billing-provider.ts'
import { ensurePrice, intervalOf } from './stripe-prices.ts'

/** A schedule of two phases: the paid plan until the end of the period, then the other plan, which continues without the schedule. */
export async function changeLater(stripe: Stripe, order: ChangeOrder): Promise<void> {
  const [subscription, price] = await Promise.all([
    stripe.subscriptions.retrieve(order.subscriptionId),
    ensurePrice(stripe, order),
  ])
  const interval = intervalOf(order.billingCycle)
  await planNext(stripe, subscription, {
    items: [{ price, quantity: 1 }],
    duration: { interval, interval_count: 1 },
  })
}

/** The phase after the paid period. */
export type NextPhase = Stripe.SubscriptionScheduleUpdateParams.Phase

export async function planNext(
  stripe: Stripe,
  subscription: Stripe.Subscription,
  next: NextPhase,
): Promise<void> {
  const schedule = await scheduleOf(stripe, subscription)
  const [item] = subscription.items.data
  if (!schedule.current_phase || !item) throw new Error('the subscription is of nothing')
  const { metadata } = subscription
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
      { ...next, proration_behavior: 'none', metadata },
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
 * @returns the subscription as it was, and the phase that would have followed
 */
export async function releaseSchedule(
  stripe: Stripe,
  subscriptionId: string,
): Promise<{ subscription: Stripe.Subscription; waiting: NextPhase | null }> {
  const subscription = await stripe.subscriptions.retrieve(subscriptionId)
  if (!subscription.schedule) return { subscription, waiting: null }
  const { phases } = await stripe.subscriptionSchedules.release(idOf(subscription.schedule))
  const periodEnd = subscription.items.data[0]?.current_period_end ?? 0
  const phase = phases.find(({ start_date: start }) => start >= periodEnd)
  const price = phase?.items[0]?.price
  if (!phase || !price) return { subscription, waiting: null }
  return { subscription, waiting: { items: [{ price: idOf(price), quantity: 1 }], end_date: phase.end_date } }
}

const idOf = (found: string | { id: string }): string => (typeof found === 'string' ? found : found.id)
