import type {
  CurrentSubscription,
  getPaymentStatus as endpoint,
  PaymentState,
  PlanStatus,
} from '#contracts/billing/plans.ts'
import { PlanCurrency, type PriceList } from '#contracts/billing/price-list.ts'
import { DAY_MS } from '#contracts/dates.ts'
import type { QueryOf, ResponseOf } from '#contracts/endpoint.ts'
import { languageInfo } from '#i18n/languages.ts'
import { limits } from '#server/billing/limits.ts'
import type { RequestContext } from '#server/platform/http/request-context.ts'
import { requireViewer } from '#server/platform/session/viewer.ts'
import type { BillingRequest } from './context.ts'
import { planOfRole } from '#contracts/billing/plan-rights.ts'
import { pricesOf } from './prices.ts'
import { findActiveSubscription, isActive, planRank, type SubscriptionRow } from './subscription.ts'

const FREE = { monthly: 0, yearly: 0 }

/**
 * The account's plan, and the plans that it could have instead. A subscriber sees the currency of
 * the subscription.
 */
export async function getPlanStatus(ctx: BillingRequest): Promise<PlanStatus> {
  const { userId, role } = requireViewer(ctx)
  const planName = planOfRole[role]
  const found = await findActiveSubscription(ctx, userId)
  // A subscription may be recorded a moment before the role changes: the role decides.
  const subscription = found?.plan === planName ? found : null
  const currency =
    PlanCurrency.safeParse(subscription?.currency).data ?? languageInfo[ctx.language].currency
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

const presentSubscription = (
  row: SubscriptionRow,
  currency: PlanCurrency,
): CurrentSubscription => ({
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

export async function getCurrentPlan(ctx: RequestContext): Promise<{ productName: string }> {
  return { productName: planOfRole[requireViewer(ctx).role] }
}

/** A visitor who returns later than this does not come from a payment. */
const RECENT_MS = DAY_MS
const UUID = /^[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/

/** Only the provider's signed events change the plan, so this call changes nothing. */
export async function getPaymentStatus(
  ctx: BillingRequest,
  { checkoutId }: QueryOf<typeof endpoint>,
): Promise<ResponseOf<typeof endpoint>> {
  const { role } = requireViewer(ctx)
  return { state: await stateOf(ctx, checkoutId), planName: planOfRole[role] }
}

async function stateOf(ctx: BillingRequest, checkoutId: string | undefined): Promise<PaymentState> {
  const checkout = await findCheckout(ctx, checkoutId)
  if (!checkout) return 'unknown'
  const subscription = await ctx.db
    .selectFrom('billing_subscriptions')
    .select(['status', 'is_refused'])
    .where('checkout_id', '=', checkout.id)
    .where('user_id', '=', checkout.user_id)
    .where('status', '<>', 'incomplete')
    .executeTakeFirst()
  if (subscription) return isActive(subscription) ? 'active' : 'closed'
  if (checkout.status === 'closed') return 'closed'
  if (checkout.provider_checkout_id === null) return 'open'
  await ctx.limits.consume(limits.look, checkout.user_id)
  const seen = await ctx.billing.readCheckout(checkout.provider_checkout_id)
  return seen === 'paid' ? 'received' : seen
}

/**
 * Only checkouts of this account count. Any other id, such as an invented one, gives the same
 * answer as no id.
 */
async function findCheckout(ctx: BillingRequest, checkoutId: string | undefined) {
  if (checkoutId !== undefined && !UUID.test(checkoutId)) return undefined
  const query = ctx.db
    .selectFrom('billing_agreements')
    .select(['id', 'user_id', 'status', 'provider_checkout_id'])
    .where('user_id', '=', requireViewer(ctx).userId)
    .where('provider', '=', ctx.billing.name)
    .where('kind', '=', 'checkout')
    .orderBy('created_at', 'desc')
  if (checkoutId !== undefined) return query.where('id', '=', checkoutId).executeTakeFirst()
  return query
    .where('created_at', '>', new Date(ctx.now().getTime() - RECENT_MS))
    .executeTakeFirst()
}
