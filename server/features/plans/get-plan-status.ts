import type { CurrentSubscription, PlanStatus } from '#contracts/plans.ts'
import { PlanCurrency, type PriceList } from '#contracts/price-list.ts'
import { languageInfo } from '#i18n/languages.ts'
import { findLiving, planRank, type SubscriptionRow } from '#server/features/billing/living-subscription.ts'
import { pricesOf } from '#server/features/billing/prices.ts'
import { requireViewer, type RequestContext } from '#server/route.ts'
import { planOfRole } from './plan-of-role.ts'

const FREE = { monthly: 0, yearly: 0 }

/** The account's plan, and the plans that it could have instead. A subscriber sees the currency of the subscription. */
export async function getPlanStatus(ctx: RequestContext): Promise<PlanStatus> {
  const { userId, role } = requireViewer(ctx)
  const planName = planOfRole[role]
  const found = await findLiving(ctx, userId)
  // A subscription may be recorded a moment before the role changes: the role decides.
  const subscription = found?.plan === planName ? found : null
  const currency = PlanCurrency.safeParse(subscription?.currency).data ?? languageInfo[ctx.language].currency
  const prices: Record<keyof typeof planRank, PriceList[PlanCurrency]['pro']> = {
    guest: FREE,
    ...pricesOf(ctx.config)[currency],
  }
  return {
    planName,
    currentSubscription: subscription && presentSubscription(subscription, currency),
    currency,
    availablePlans: (['guest', 'pro', 'plus'] as const).map((plan) => ({
      productName: plan,
      description: ctx.say(`plan_${plan}`),
      currentPlan: plan === planName,
      canUpgradeTo: planRank[plan] > planRank[planName],
      variants: (['monthly', 'yearly'] as const).map((billingCycle) => {
        const isCurrent = subscription?.plan === plan && subscription.billing_cycle === billingCycle
        return {
          billingCycle,
          // The agreed price, regardless of today's list.
          price: isCurrent ? subscription.amount_minor : prices[plan][billingCycle],
          currentVariant: isCurrent,
        }
      }),
    })),
  }
}

const presentSubscription = (row: SubscriptionRow, currency: PlanCurrency): CurrentSubscription => ({
  productName: row.plan,
  renewsAt: row.period_ends_at.toISOString(),
  billingCycle: row.billing_cycle,
  price: row.amount_minor,
  currency,
  status: row.status === 'past_due' ? 'past_due' : 'active',
  cancelAtPeriodEnd: row.cancel_at_period_end,
  scheduledChange:
    row.next_plan && row.next_billing_cycle && row.next_starts_at
      ? {
          productName: row.next_plan,
          billingCycle: row.next_billing_cycle,
          startsAt: row.next_starts_at.toISOString(),
        }
      : null,
})
