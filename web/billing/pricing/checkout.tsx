import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { createCheckout, getPlanStatus } from '#contracts/billing/plans.ts'
import type { PaidPlan } from '#contracts/billing/price-list.ts'
import { isApiError } from '#web/api/api-error.ts'
import { q } from '#web/api/query.ts'
import { useCall } from '#web/api/use-call.ts'
import type { Billing } from '#web/billing/billing-toggle.tsx'
import { useErrorText } from '#web/lib/i18n/error-text.ts'
import { useSessionStore } from '#web/lib/session/session.tsx'
import { notify } from '#web/lib/toast.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { usePlanCurrency } from './use-prices.ts'

/**
 * Opens the payment provider's page. Logs a failure and returns it for display. Subscribers go to
 * their plan instead.
 */
export function useCheckout(plan: PaidPlan, billing: Billing) {
  const currency = usePlanCurrency()
  const leaveForPlan = useLeaveForPlan()
  const hasLeft = useHasLeft()
  const { mutate, isPending, isSuccess, error, reset } = useCall(createCheckout, {
    onSuccess({ checkoutUrl }) {
      if (!hasLeft.current) location.assign(checkoutUrl)
    },
    onError(failure) {
      console.warn('no checkout', failure) // oxlint-disable-line no-console -- the specification asks for it: section 8, checkout
      if (isSubscribed(failure) && !hasLeft.current) leaveForPlan(failure.message)
    },
  })
  // A visitor who returns from the provider sees this page in its old state and must be able to
  // choose again.
  useEffect(() => {
    addEventListener('pageshow', reset)
    return () => removeEventListener('pageshow', reset)
  }, [reset])
  const billingCycle = billing === 'annual' ? ('yearly' as const) : ('monthly' as const)
  return {
    start: () => mutate({ body: { planId: plan, billingCycle, currency } }),
    isBusy: isPending || isSuccess,
    error: isSubscribed(error) ? null : error,
  }
}

/**
 * True once the visitor has left the page or signed out while the checkout was loading; no redirect
 * may follow then.
 */
function useHasLeft() {
  const hasLeft = useRef(false)
  useEffect(() => {
    hasLeft.current = false
    return () => {
      hasLeft.current = true
    }
  }, [])
  return hasLeft
}

const isSubscribed = (error: Error | null) => isApiError(error, 'already_subscribed')

/** The account subscribed in another tab, or a moment ago, and this page does not know yet. */
function useLeaveForPlan() {
  const store = useSessionStore()
  const navigate = useNavigate()
  return (title: string) => {
    notify({ kind: 'info', title })
    void store.check()
    void navigate(paths.settingsPlan())
  }
}

export function CheckoutFailure({ error }: { error: Error }) {
  const { t } = useTranslation('pricing')
  const text = useErrorText(error)
  return (
    <p role="alert" className="mt-2 text-sm text-bad">
      {t('checkoutFailed')} {text}
    </p>
  )
}

type Props = { plan: PaidPlan; billing: Billing; variant: 'primary' | 'secondary' }

export function Checkout({ plan, billing, variant }: Props) {
  const { t } = useTranslation('pricing')
  const { start, isBusy, error } = useCheckout(plan, billing)
  return (
    <>
      <Button variant={variant} isBusy={isBusy} onClick={start}>
        {t('choose', { plan: t(`plans.${plan}.name`) })}
      </Button>
      {error && <CheckoutFailure error={error} />}
    </>
  )
}

/** Asks for a subscriber's currency, which `usePlanCurrency` reads. */
export function PlanStatusQuery() {
  useQuery(q(getPlanStatus, {}))
  return null
}
