import { useTranslation } from 'react-i18next'
import type { BillingCycle, PlanCurrency } from '#contracts/price-list.ts'
import { useFormats } from '#web/lib/format.ts'

/** Cents as people read them. */
export function useMoney(currency: PlanCurrency) {
  const { t } = useTranslation('settings')
  const formats = useFormats()
  const exact = (cents: number): string => formats.planPrice(cents / 100, currency)
  return {
    /** To the cent, for what is charged. */
    exact,
    /** In whole units of the currency, for what a plan costs. */
    whole: (cents: number): string => formats.planPrice(Math.round(cents / 100), currency),
    /** $79 per month, $549 per year. */
    perCycle: (cents: number, cycle: BillingCycle): string =>
      t(cycle === 'yearly' ? 'plan.perYear' : 'plan.perMonth', { price: exact(cents) }),
  }
}

/** The UTC day of a moment. */
export function useDayOf(): (iso: string) => string {
  const formats = useFormats()
  return (iso) => formats.day(iso.slice(0, 10))
}
