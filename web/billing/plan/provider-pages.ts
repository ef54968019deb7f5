import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { createCheckout, getPlanStatus, openPortal } from '#contracts/billing/plans.ts'
import type { BillingCycle, PaidPlan, PlanCurrency } from '#contracts/billing/price-list.ts'
import { useFailureToast, withMinimumDuration } from '#web/accounts/api.ts'
import { isApiError } from '#web/api/api-error.ts'
import { useReload } from '#web/api/query.ts'
import { useCall } from '#web/api/use-call.ts'
import { pause } from '#web/api/pause.ts'
import { notify } from '#web/lib/toast.ts'

const BUSY_MS = 1_000
/** Time to read the announcement before the page changes. */
const READ_CHECKOUT_MS = 2_000
const READ_PORTAL_MS = 1_000

type Order = { planId: PaidPlan; billingCycle: BillingCycle; currency: PlanCurrency }
type Destination = { to: 'checkout'; plan: PaidPlan } | { to: 'billing' }

/** The checkout of a first subscription, and the billing portal for cards and invoices. */
export function useProviderPages(go = (address: string) => location.assign(address)) {
  const { t } = useTranslation('settings')
  const reload = useReload()
  const fail = useFailureToast()
  const checkout = useCall(createCheckout)
  const portal = useCall(openPortal)
  const { destination, begin, end } = useRedirecting()

  const redirect = async (destination: Destination, readMs: number, address: Promise<string>) => {
    const { to } = destination
    const signal = begin(destination)
    try {
      const known = await withMinimumDuration(BUSY_MS, address)
      if (signal.aborted) return
      notify({
        kind: 'info',
        subject: 'plan',
        title: t(`plan.${to}.title`),
        description: t(`plan.${to}.text`),
      })
      await pause(readMs)
      if (!signal.aborted) go(known)
    } catch (error) {
      end()
      fail(to === 'checkout' ? 'upgrade' : 'access', error)
      // The account may have subscribed in another tab, so the status on this page may be outdated.
      if (isApiError(error)) await reload(getPlanStatus)
    }
  }
  return {
    destination,
    openCheckout(body: Order) {
      const address = checkout.mutateAsync({ body }).then(({ checkoutUrl }) => checkoutUrl)
      return redirect({ to: 'checkout', plan: body.planId }, READ_CHECKOUT_MS, address)
    },
    openPortal() {
      const address = portal.mutateAsync({}).then(({ portalUrl }) => portalUrl)
      return redirect({ to: 'billing' }, READ_PORTAL_MS, address)
    },
  }
}

/** Cancelled when the user navigates within the product, or returns by the back/forward cache. */
function useRedirecting() {
  const [destination, setDestination] = useState<Destination | null>(null)
  const controller = useRef<AbortController>(null)
  const end = () => {
    controller.current?.abort()
    setDestination(null)
  }
  useEffect(() => {
    const comeBack = ({ persisted }: PageTransitionEvent) => persisted && end()
    addEventListener('pageshow', comeBack)
    return () => {
      removeEventListener('pageshow', comeBack)
      controller.current?.abort()
    }
  }, [])
  /** Its signal is aborted when the user has gone elsewhere in the meantime. */
  const begin = (next: Destination): AbortSignal => {
    controller.current?.abort()
    controller.current = new AbortController()
    setDestination(next)
    return controller.current.signal
  }
  return { destination, begin, end }
}
