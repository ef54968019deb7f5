import { useSearchParams } from 'react-router'
import type { BillingCycle } from '#contracts/account/price-list.ts'
import type { Billing } from '#web/billing/billing-toggle.tsx'

const PARAM = 'billing'

export const billingOf = (cycle: BillingCycle): Billing => (cycle === 'yearly' ? 'annual' : 'monthly')
const cycleOf = (billing: Billing): BillingCycle => (billing === 'annual' ? 'yearly' : 'monthly')

/** Billing cycle of the prices on the cards: the subscription's own, unless the address names one. */
export function useCycle(own: BillingCycle): [BillingCycle, (billing: Billing) => void] {
  const [params, setParams] = useSearchParams()
  const chosen = params.get(PARAM)
  const cycle = chosen === 'annual' || chosen === 'monthly' ? cycleOf(chosen) : own
  const choose = (billing: Billing) =>
    setParams(
      (before) => {
        before.delete(PARAM)
        if (billing !== billingOf(own)) before.set(PARAM, billing)
        return before
      },
      { replace: true, preventScrollReset: true },
    )
  return [cycle, choose]
}
