import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type CurrentSubscription,
  type PlanChoice,
  cancelPlan,
  getPlanStatus,
  resumePlan,
} from '#contracts/billing/plans.ts'
import type { BillingCycle } from '#contracts/billing/price-list.ts'
import { useFailureToast } from '#web/accounts/api.ts'
import { useCall, useReload } from '#web/api/query.ts'
import { focusWhenPossible } from '#web/lib/browser/elements.ts'
import { notify } from '#web/lib/toast.ts'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { ChangeDialog } from './change-dialog.tsx'
import { CurrentPlan } from './current-plan.tsx'
import { invoicesQuery, InvoicesSection } from './invoices-section.tsx'
import { PlanCards } from './plan-cards.tsx'
import { PendingChangeNotice, SubscriptionNotice } from './plan-notices.tsx'
import { useCycle, useDayOf } from './plan-prices.ts'
import { type CardAction, type PlanView, planNamed } from './plan-view.ts'
import { useProviderPages } from './provider-pages.ts'
import type { PendingChange } from './use-plan.ts'

type OpenDialog =
  | { about: 'nothing' }
  | { about: 'change'; choice: PlanChoice }
  | { about: 'cancel' }

type Props = {
  view: PlanView
  pending: PendingChange | null
  onPending: (change: PendingChange | null) => void
}

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
function usePortal(
  subscription: CurrentSubscription | null,
  pages: ReturnType<typeof useProviderPages>,
) {
  const { data } = useQuery(invoicesQuery)
  if (!subscription && !data?.invoices.length) return null
  return { open: () => void pages.openPortal(), isBusy: pages.destination?.to === 'billing' }
}

type CancelProps = { subscription: CurrentSubscription; onClose: () => void }

/** Back to Guest: the renewal is cancelled, and access continues until the period ends. */
function CancelDialog({ subscription, onClose }: CancelProps) {
  const { t } = useTranslation(['settings', 'navigation'])
  const dayOf = useDayOf()
  const { cancel, isBusy } = useCancel(onClose)
  const plan = t(`navigation:plan.${planNamed(subscription.productName)}`)
  return (
    <ConfirmDialog
      title={t('settings:plan.cancel.title', { plan })}
      text={t('settings:plan.cancel.text', { plan, date: dayOf(subscription.renewsAt) })}
      confirm={t('settings:plan.cancel.confirm')}
      cancel={t('settings:plan.ending.keep', { plan })}
      variant="danger"
      isBusy={isBusy}
      onConfirm={() => void cancel()}
      onCancel={onClose}
    />
  )
}

export function useCancel(onDone: () => void) {
  const { t } = useTranslation('settings')
  const reload = useReload()
  const fail = useFailureToast()
  const call = useCall(cancelPlan)
  const cancel = async () => {
    try {
      const { message } = await call.mutateAsync({ query: { cancelAtPeriodEnd: 'true' } })
      notify({
        kind: 'success',
        subject: 'plan',
        title: t('plan.cancel.done'),
        description: message,
      })
      await reload(getPlanStatus)
    } catch (error) {
      fail('cancellation', error)
    }
    onDone()
  }
  return { cancel, isBusy: call.isPending }
}

/** Undoes a cancellation, or a change scheduled for the end of the period. */
export function useResume(onDone: () => void) {
  const { t } = useTranslation('settings')
  const reload = useReload()
  const fail = useFailureToast()
  const call = useCall(resumePlan)
  const run = async () => {
    try {
      const { message } = await call.mutateAsync({})
      await reload(getPlanStatus)
      notify({ kind: 'success', subject: 'plan', title: t('plan.resumed'), description: message })
      onDone()
    } catch (error) {
      fail('resume', error)
      await reload(getPlanStatus)
    }
  }
  return { run: () => void run(), isBusy: call.isPending }
}
