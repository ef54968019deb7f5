import { useTranslation } from 'react-i18next'
import type { BillingCycle, PlanCurrency } from '#contracts/billing/price-list.ts'
import { type Billing, useBilling } from '#web/billing/billing-toggle.tsx'
import { useFormats } from '#web/lib/i18n/format.ts'

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
