import { useEffect } from 'react'
import { createCheckout } from '#contracts/plans.ts'
import type { PaidPlan } from '#contracts/price-list.ts'
import { usePlanCurrency } from './use-prices.ts'
import { useCall } from '#web/api/use-call.ts'
import type { Billing } from '#web/ui/billing-toggle.tsx'

/** Opens the payment provider's page. What goes wrong is logged and handed out to be shown. */
export function useCheckout(plan: PaidPlan, billing: Billing) {
  const currency = usePlanCurrency()
  const { mutate, isPending, isSuccess, error, reset } = useCall(createCheckout, {
    onSuccess: ({ checkoutUrl }) => location.assign(checkoutUrl),
    onError: (failure) => console.warn('no checkout', failure), // oxlint-disable-line no-console -- the specification asks for it: section 8, checkout
  })
  // Whoever comes back from there finds this page as it was left, and may choose anew.
  useEffect(() => {
    addEventListener('pageshow', reset)
    return () => removeEventListener('pageshow', reset)
  }, [reset])
  const billingCycle = billing === 'annual' ? ('yearly' as const) : ('monthly' as const)
  return {
    start: () => mutate({ body: { planId: plan, billingCycle, currency } }),
    isBusy: isPending || isSuccess,
    error,
  }
}
