import { planRights, type CurrentSubscription, type PlanName, type PlanStatus } from '#contracts/plans.ts'
import { defaultPriceList, type PlanCurrency, type PriceList } from '#contracts/price-list.ts'

/** Display order; a later plan is an upgrade. */
export const planOrder = ['guest', 'pro', 'plus'] as const satisfies readonly PlanName[]
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

const isPlan = (name: string): name is PlanName => Object.hasOwn(planRights, name)

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

/** Section 8 of the specification: when the status cannot be loaded, the page shows Pro as the current plan. */
export const sampleView = (currency: PlanCurrency): PlanView => ({
  kind: 'sample',
  own: 'pro',
  subscription: null,
  currency,
  offers: offersOf(defaultPriceList, currency),
})

/** Monthly price of the sample's current plan, in cents: with monthly billing, and as a twelfth of a year. */
export const samplePrices: CyclePrices = { monthly: 49_00, yearly: 38_00 }
export const SAMPLE_BILLING_DATE = '2027-01-15'

const offersOf = (prices: PriceList, currency: PlanCurrency): PlanOffer[] =>
  planOrder.map((plan) => ({
    plan,
    prices: plan === 'guest' ? FREE : prices[currency][plan],
  }))
