import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  cancelPlan,
  type CurrentSubscription,
  getPlanStatus,
  type Invoice,
  listInvoices,
  type PlanChoice,
  resumePlan,
} from '#contracts/billing/plans.ts'
import type { BillingCycle } from '#contracts/billing/price-list.ts'
import { Section, useFailureToast } from '#web/accounts/api.ts'
import { q, useReload } from '#web/api/query.ts'
import { useCall } from '#web/api/use-call.ts'
import { focusWhenPossible } from '#web/lib/browser/elements.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { notify } from '#web/lib/toast.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { ExternalLink } from '#web/ui/external-link.tsx'
import { Loaded, Skeleton } from '#web/ui/feedback/loaded.tsx'
import { ChangeDialog } from './change-dialog.tsx'
import { CurrentPlan } from './current-plan.tsx'
import { PlanCards } from './plan-cards.tsx'
import { PendingChangeNotice, SubscriptionNotice } from './plan-notices.tsx'
import { type CardAction, planNamed, type PlanView, useCycle } from './plan-view.ts'
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
  const { day } = useFormats()
  const { cancel, isBusy } = useCancel(onClose)
  const plan = t(`navigation:plan.${planNamed(subscription.productName)}`)
  return (
    <ConfirmDialog
      title={t('settings:plan.cancel.title', { plan })}
      text={t('settings:plan.cancel.text', { plan, date: day(subscription.renewsAt) })}
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

/** The call uses the provider's API, and invoices change only through actions on this page. */
const invoicesQuery = {
  ...q(listInvoices, {}),
  staleTime: 60_000,
  refetchOnWindowFocus: false,
}

function InvoicesSection() {
  const { t } = useTranslation('settings')
  const invoices = useQuery(invoicesQuery)
  return (
    <Section title={t('plan.invoices.title')}>
      <Loaded
        query={invoices}
        title={t('plan.invoices.failed')}
        skeleton={<Skeleton className="grid gap-3" bones={['h-6', 'h-6']} />}
      >
        {({ invoices }) => <Invoices all={invoices} />}
      </Loaded>
    </Section>
  )
}

function Invoices({ all }: { all: readonly Invoice[] }) {
  const { t } = useTranslation('settings')
  if (all.length === 0) return <p className="text-sm text-muted">{t('plan.invoices.none')}</p>
  return (
    <ul className="@container -my-3 divide-y divide-line">
      {all.map((invoice) => (
        <InvoiceRow key={invoice.id} invoice={invoice} />
      ))}
    </ul>
  )
}

const tones: Record<Invoice['status'], BadgeTone> = { paid: 'good', open: 'sun', void: 'plain' }

function InvoiceRow({
  invoice: { number, status, amountMinor, currency, issuedAt, url },
}: {
  invoice: Invoice
}) {
  const { t } = useTranslation('settings')
  const formats = useFormats()
  const name = number ?? t('plan.invoices.unnumbered')
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 py-3 @md:grid-cols-[7rem_minmax(0,1fr)_auto_6rem]">
      <time dateTime={issuedAt} className="text-sm text-muted">
        {formats.day(issuedAt)}
      </time>
      <span className="text-sm wrap-anywhere @max-md:order-3">
        {url ? (
          <ExternalLink href={url} className="link min-h-6">
            {t('plan.invoices.number', { number: name })}
          </ExternalLink>
        ) : (
          t('plan.invoices.number', { number: name })
        )}
      </span>
      <span className="justify-self-end @max-md:order-4">
        <Badge tone={tones[status]}>{t(`plan.invoices.${status}`)}</Badge>
      </span>
      <span className="justify-self-end font-semibold @max-md:order-2">
        {formats.money(amountMinor / 100, currency)}
      </span>
    </li>
  )
}
