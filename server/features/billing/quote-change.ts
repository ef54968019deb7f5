import type { PlanChangeQuote, PlanChoice } from '#contracts/plans.ts'
import { PlanCurrency } from '#contracts/price-list.ts'
import { AppError } from '#server/errors.ts'
import { requireViewer } from '#server/route.ts'
import type { BillingContext } from './billing-context.ts'
import type { Offer } from './billing-provider.ts'
import { planRank, type SubscriptionRow } from './living-subscription.ts'
import { offerOf } from './prices.ts'
import { noteQuote } from './quotes.ts'
import { requireSubscription } from './require-subscription.ts'

export type PlannedChange = { subscription: SubscriptionRow; offer: Offer; takesEffect: 'now' | 'period_end' }

/** Calculates the price and start of a change. It changes nothing, but stores the quote. */
export async function quoteChange(ctx: BillingContext, choice: PlanChoice): Promise<PlanChangeQuote> {
  const { userId } = requireViewer(ctx)
  const planned = await planChange(ctx, choice)
  const { subscription, offer, takesEffect } = planned
  await ctx.billingLimits.countCall(userId)
  // Whole seconds: providers count in seconds, and the quote has to match when it comes back.
  const quotedAt = new Date(Math.floor(ctx.now().getTime() / 1000) * 1000)
  const order = { ...offer, subscriptionId: subscription.subscription_id, quotedAt }
  const isNow = takesEffect === 'now'
  const dueNowMinor = isNow ? await ctx.billing.quoteChange(order) : 0
  await noteQuote(ctx, userId, planned, quotedAt)
  return {
    takesEffect,
    effectiveAt: (isNow ? quotedAt : subscription.period_ends_at).toISOString(),
    dueNowMinor,
    currency: offer.currency,
    price: offer.amountMinor,
    quotedAt: quotedAt.toISOString(),
  }
}

/** @throws AppError for a subscription that cannot be changed to this */
export async function planChange(
  ctx: BillingContext,
  { planId, billingCycle }: PlanChoice,
): Promise<PlannedChange> {
  const subscription = await requireSubscription(ctx, requireViewer(ctx).userId)
  if (subscription.cancel_at_period_end) throw new AppError('subscription_ending')
  if (subscription.status === 'past_due') throw new AppError('payment_overdue')
  const isSame = subscription.plan === planId && subscription.billing_cycle === billingCycle
  if (isSame) throw new AppError('plan_already_held')
  // A subscription in a currency that the price list no longer names can be cancelled, not changed.
  const currency = PlanCurrency.safeParse(subscription.currency)
  if (!currency.success) throw new AppError('conflict')
  const offer = offerOf(ctx.config, { plan: planId, billingCycle, currency: currency.data })
  return { subscription, offer, takesEffect: isUpgrade(subscription, offer) ? 'now' : 'period_end' }
}

/** A higher plan, or the same one for a whole year. */
const isUpgrade = (from: SubscriptionRow, to: Offer): boolean =>
  planRank[to.plan] > planRank[from.plan] ||
  (to.plan === from.plan && from.billing_cycle === 'monthly' && to.billingCycle === 'yearly')
