import { useSearchParams } from 'react-router'
import type { Billing } from '#web/ui/billing-toggle.tsx'

const PARAM = 'billing'

/** The billing period is part of the address, so that reload, a language switch and shared links keep it. Monthly has no parameter. */
export function useBilling(): [Billing, (billing: Billing) => void] {
  const [params, setParams] = useSearchParams()
  const choose = (billing: Billing) =>
    setParams(
      (before) => {
        before.delete(PARAM)
        if (billing === 'annual') before.set(PARAM, billing)
        return before
      },
      { replace: true, preventScrollReset: true },
    )
  return [params.get(PARAM) === 'annual' ? 'annual' : 'monthly', choose]
}
