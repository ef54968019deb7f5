import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { CurrentSubscription, PlanChoice } from '#contracts/account/plans.ts'
import type { BillingCycle } from '#contracts/account/price-list.ts'
import { focusWhenPossible } from '#web/lib/browser/focus-when-possible.ts'
import { CancelDialog, useResume } from './cancellation.tsx'
import { ChangeDialog } from './change-dialog.tsx'
import { CurrentPlan } from './current-plan.tsx'
import { invoicesQuery, InvoicesSection } from './invoices-section.tsx'
import { PlanCards } from './plan-cards.tsx'
import { PendingChangeNotice, SubscriptionNotice } from './plan-notices.tsx'
import type { CardAction, PlanView } from './plan-view.ts'
import { useProviderPages } from './provider-pages.ts'
import { useCycle } from './plan-prices.ts'
import type { PendingChange } from './use-plan.ts'

type OpenDialog = { about: 'nothing' } | { about: 'change'; choice: PlanChoice } | { about: 'cancel' }

type Props = {
  view: PlanView
  pending: PendingChange | null
  onPending: (change: PendingChange | null) => void
}

/** The account's plan, with all its actions. */
export function OwnPlan({ view, pending, onPending }: Props) {
  const { subscription } = view
  const top = useRef<HTMLDivElement>(null)
  const [dialog, setDialog] = useState<OpenDialog>({ about: 'nothing' })
  const [cycle, chooseCycle] = useCycle(subscription?.billingCycle ?? 'monthly')
  const pages = useProviderPages()
  // The pressed button may be gone or disabled by then.
  const toTop = () => focusWhenPossible(top.current?.querySelector('h2') ?? null)
  const close = () => {
    setDialog({ about: 'nothing' })
    toTop()
  }
  const resume = useResume(toTop)
  const change = (planId: PlanChoice['planId'], billingCycle: BillingCycle) =>
    setDialog({ about: 'change', choice: { planId, billingCycle } })
  const act = (action: CardAction) => {
    if (action.kind === 'cancel') setDialog({ about: 'cancel' })
    if (action.kind === 'change') change(action.plan, cycle)
    if (action.kind === 'checkout')
      void pages.openCheckout({ planId: action.plan, billingCycle: cycle, currency: view.currency })
  }
  const isUnderWay = pages.destination !== null || pending !== null || resume.isBusy
  return (
    <div ref={top} className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <CurrentPlan
        view={view}
        cycle={cycle}
        portal={usePortal(subscription, pages)}
        isBusy={isUnderWay}
        onSwitch={(to) => {
          if (view.own === 'pro' || view.own === 'plus') change(view.own, to)
        }}
      >
        <div aria-live="polite" className="mb-6 empty:hidden">
          {pending ? (
            <PendingChangeNotice change={pending} onDismiss={() => onPending(null)} />
          ) : (
            subscription && <SubscriptionNotice of={subscription} resume={resume} />
          )}
        </div>
      </CurrentPlan>
      <PlanCards
        view={view}
        cycle={cycle}
        onCycle={chooseCycle}
        isDisabled={isUnderWay}
        opening={pages.destination?.to === 'checkout' ? pages.destination.plan : null}
        onAction={act}
      />
      <InvoicesSection />
      {subscription && dialog.about === 'cancel' && (
        <CancelDialog subscription={subscription} onClose={close} />
      )}
      {subscription && dialog.about === 'change' && (
        <ChangeDialog
          subscription={subscription}
          choice={dialog.choice}
          onClose={close}
          onPending={onPending}
        />
      )}
    </div>
  )
}

/** The provider's billing page, available after the first payment; null before. */
function usePortal(subscription: CurrentSubscription | null, pages: ReturnType<typeof useProviderPages>) {
  const { data } = useQuery(invoicesQuery)
  if (!subscription && !data?.invoices.length) return null
  return { open: () => void pages.openPortal(), isBusy: pages.destination?.to === 'billing' }
}
