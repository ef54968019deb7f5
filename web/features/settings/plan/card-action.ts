import type { PlanName } from '#contracts/plans.ts'
import type { BillingCycle, PaidPlan } from '#contracts/price-list.ts'
import { rankOf, type PlanView } from './plan-view.ts'

/** Why a plan cannot be chosen right now. */
export type Obstacle = 'sample' | 'visitor' | 'ending' | 'past-due' | 'given'

/** Action of the button on a plan's card. */
export type CardAction =
  | { kind: 'current' }
  /** Begins automatically at that moment. */
  | { kind: 'begins'; at: string }
  /** The first subscription, bought on the payment provider's page. */
  | { kind: 'checkout'; plan: PaidPlan }
  | { kind: 'change'; plan: PaidPlan; isUpgrade: boolean }
  | { kind: 'cancel' }
  | { kind: 'blocked'; by: Obstacle; isUpgrade: boolean }

/**
 * A later plan in the order is an upgrade, an earlier one a downgrade. An existing subscription is changed; a second one is never bought.
 */
export function cardAction(view: PlanView, plan: PlanName, cycle: BillingCycle): CardAction {
  const { own, subscription } = view
  if (plan === own) return { kind: 'current' }
  const isUpgrade = own === null || rankOf(plan) > rankOf(own)
  const blocked = (by: Obstacle): CardAction => ({ kind: 'blocked', by, isUpgrade })
  if (view.kind !== 'own') return blocked(view.kind)
  if (!subscription) {
    return isUpgrade && plan !== 'guest' ? { kind: 'checkout', plan } : blocked('given')
  }
  const { cancelAtPeriodEnd, renewsAt, scheduledChange, status } = subscription
  if (plan === 'guest') return cancelAtPeriodEnd ? { kind: 'begins', at: renewsAt } : { kind: 'cancel' }
  if (cancelAtPeriodEnd) return blocked('ending')
  if (status === 'past_due') return blocked('past-due')
  if (scheduledChange?.productName === plan && scheduledChange.billingCycle === cycle)
    return { kind: 'begins', at: scheduledChange.startsAt }
  return { kind: 'change', plan, isUpgrade }
}

/** The other billing cycle of the current plan; null when there is nothing to choose. */
export function otherCycle({ kind, subscription }: PlanView): BillingCycle | null {
  if (kind !== 'own' || !subscription || subscription.cancelAtPeriodEnd) return null
  if (subscription.status === 'past_due' || subscription.scheduledChange) return null
  return subscription.billingCycle === 'monthly' ? 'yearly' : 'monthly'
}
