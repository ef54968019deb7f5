import { useTranslation } from 'react-i18next'
import type { CurrentSubscription, PlanStatus } from '#contracts/billing/plans.ts'
import { isPlan, type PlanName } from '#contracts/billing/plan-rights.ts'
import {
  type BillingCycle,
  defaultPriceList,
  type PaidPlan,
  type PlanCurrency,
  type PriceList,
} from '#contracts/billing/price-list.ts'
import { type Billing, useBilling } from '#web/billing/billing-toggle.tsx'
import { useFormats } from '#web/lib/i18n/format.ts'

/** Display order; a later plan is an upgrade. */
const planOrder = ['guest', 'pro', 'plus'] as const satisfies readonly PlanName[]
export const rankOf = (plan: PlanName): number => planOrder.indexOf(plan) + 1

/** In cents; `yearly` is the total of a year. */
export type CyclePrices = { monthly: number; yearly: number }
export type PlanOffer = { plan: PlanName; prices: CyclePrices }

export type PlanView = {
  /** `sample`: the status failed to load. `visitor`: not logged in. Both are read-only. */
  kind: 'own' | 'sample' | 'visitor'
  /** Null for visitors. */
  own: PlanName | null
  subscription: CurrentSubscription | null
  currency: PlanCurrency
  offers: readonly PlanOffer[]
}

const FREE: CyclePrices = { monthly: 0, yearly: 0 }

/** An unknown plan counts as Pro, as in the menu. */
export const planNamed = (name: string): PlanName => (isPlan(name) ? name : 'pro')

export function viewOfStatus(status: PlanStatus): PlanView {
  return {
    kind: 'own',
    own: planNamed(status.planName),
    subscription: status.currentSubscription,
    currency: status.currency,
    offers: status.availablePlans
      .flatMap(({ productName, variants }) => {
        if (!isPlan(productName)) return []
        const priceOf = (cycle: keyof CyclePrices) =>
          variants.find(({ billingCycle }) => billingCycle === cycle)?.price ?? 0
        const prices = { monthly: priceOf('monthly'), yearly: priceOf('yearly') }
        return [{ plan: productName, prices }]
      })
      .toSorted((left, right) => rankOf(left.plan) - rankOf(right.plan)),
  }
}

export const viewOfPrices = (prices: PriceList, currency: PlanCurrency): PlanView => ({
  kind: 'visitor',
  own: null,
  subscription: null,
  currency,
  offers: offersOf(prices, currency),
})

/** Section 8 of the specification: without a status the page shows Pro as the current plan. */
export const sampleView = (currency: PlanCurrency): PlanView => ({
  ...viewOfPrices(defaultPriceList, currency),
  kind: 'sample',
  own: 'pro',
})

/**
 * Monthly price of the sample's current plan, in cents: with monthly billing, and as a twelfth of a
 * year.
 */
export const samplePrices: CyclePrices = { monthly: 49_00, yearly: 38_00 }
export const SAMPLE_BILLING_DATE = '2027-01-15'

const offersOf = (prices: PriceList, currency: PlanCurrency): PlanOffer[] =>
  planOrder.map((plan) => ({
    plan,
    prices: plan === 'guest' ? FREE : prices[currency][plan],
  }))

export type Obstacle = 'sample' | 'visitor' | 'ending' | 'past-due' | 'given'

export type CardAction =
  | { kind: 'current' }
  /** Begins automatically at that moment. */
  | { kind: 'begins'; at: string }
  /** The first subscription, bought on the payment provider's page. */
  | { kind: 'checkout'; plan: PaidPlan }
  | { kind: 'change'; plan: PaidPlan; isUpgrade: boolean }
  | { kind: 'cancel' }
  | { kind: 'blocked'; by: Obstacle; isUpgrade: boolean }

/** An existing subscription is changed; a second one is never bought. */
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
  if (plan === 'guest')
    return cancelAtPeriodEnd ? { kind: 'begins', at: renewsAt } : { kind: 'cancel' }
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

export function useMoney(currency: PlanCurrency) {
  const { t } = useTranslation('settings')
  const formats = useFormats()
  const exact = (cents: number): string => formats.planPrice(cents / 100, currency)
  const whole = (cents: number): string => formats.planPrice(Math.round(cents / 100), currency)
  const perCycle = (price: string, cycle: BillingCycle): string =>
    t(cycle === 'yearly' ? 'plan.perYear' : 'plan.perMonth', { price })
  return {
    /** To the cent, for charges. */
    exact,
    /** In whole units of the currency, for plan prices. */
    whole,
    /** $79 per month, $549 per year. */
    wholePerCycle: (cents: number, cycle: BillingCycle) => perCycle(whole(cents), cycle),
    exactPerCycle: (cents: number, cycle: BillingCycle) => perCycle(exact(cents), cycle),
  }
}

export const billingOf = (cycle: BillingCycle): Billing =>
  cycle === 'yearly' ? 'annual' : 'monthly'

/**
 * Billing cycle of the prices on the cards: the subscription's own, unless the address names one.
 */
export function useCycle(own: BillingCycle): [BillingCycle, (billing: Billing) => void] {
  const [billing, choose] = useBilling(billingOf(own))
  return [billing === 'annual' ? 'yearly' : 'monthly', choose]
}
