import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  changePlan,
  type CurrentSubscription,
  getPlanStatus,
  type PlanChangeQuote,
  type PlanChoice,
  quotePlanChange,
} from '#contracts/billing/plans.ts'
import { useFailureToast, withMinimumDuration } from '#web/accounts/api.ts'
import { isApiError } from '#web/api/api-error.ts'
import { q, useReload } from '#web/api/query.ts'
import { useCall } from '#web/api/use-call.ts'
import { useErrorText } from '#web/lib/i18n/error-text.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { notify } from '#web/lib/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogButtons } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Skeleton } from '#web/ui/feedback/loaded.tsx'
import { planNamed, rankOf, useMoney } from './plan-view.ts'
import type { PendingChange } from './use-plan.ts'

type Props = {
  subscription: CurrentSubscription
  choice: PlanChoice
  onClose: () => void
  onPending: (change: PendingChange) => void
}

/** As just quoted by the provider. Nothing changes before the user confirms. */
export function ChangeDialog({ subscription, choice, onClose, onPending }: Props) {
  const { t } = useTranslation('settings')
  const title = useTitle(subscription, choice)
  // Quoted each time the dialog opens, but never refreshed while the user reads it.
  const { data, error, isFetching, refetch } = useQuery({
    ...q(quotePlanChange, { query: choice }),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    refetchOnReconnect: false,
  })
  const change = useChange({ choice, onClose, onPending, onExpired: () => void refetch() })
  return (
    <Dialog onClose={() => change.isBusy || onClose()} title={title}>
      <div aria-live="polite" className="mt-1">
        {change.isExpired && <Notice className="mb-4">{t('plan.change.expired')}</Notice>}
        {data && !isFetching ? (
          <ChangeTerms subscription={subscription} quote={data} choice={choice} />
        ) : error && !isFetching ? (
          <QuoteFailure error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton className="grid gap-3" bones={['h-12', 'h-28']} />
        )}
      </div>
      <DialogButtons
        cancel={{ label: t('plan.change.back'), isDisabled: change.isBusy, onCancel: onClose }}
        className="mt-6"
      >
        <Button
          disabled={!data || isFetching}
          isBusy={change.isBusy}
          onClick={() => data && void change.confirm(data)}
        >
          <ConfirmLabel quote={data} />
        </Button>
      </DialogButtons>
    </Dialog>
  )
}

function useTitle(
  { productName }: CurrentSubscription,
  { planId, billingCycle }: PlanChoice,
): string {
  const { t } = useTranslation(['settings', 'navigation'])
  const own = planNamed(productName)
  const plan = t(`navigation:plan.${planId}`)
  if (own === planId)
    return t(billingCycle === 'yearly' ? 'settings:plan.toYearly' : 'settings:plan.toMonthly')
  return t(rankOf(planId) > rankOf(own) ? 'settings:plan.upgrade' : 'settings:plan.downgrade', {
    plan,
  })
}

function ConfirmLabel({ quote }: { quote: PlanChangeQuote | undefined }) {
  const { t } = useTranslation('settings')
  const money = useMoney(quote?.currency ?? 'USD')
  if (quote?.takesEffect === 'period_end') return t('plan.change.schedule')
  return quote && quote.dueNowMinor > 0
    ? t('plan.change.pay', { amount: money.exact(quote.dueNowMinor) })
    : t('plan.change.confirm')
}

function QuoteFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation(['settings', 'errors'])
  const text = useErrorText(error)
  return (
    <Notice tone="bad" title={t('settings:plan.change.failed')}>
      <p>{text}</p>
      <Button variant="secondary" size="sm" className="mt-2" onClick={onRetry}>
        {t('errors:retry')}
      </Button>
    </Notice>
  )
}

const BUSY_MS = 1_000

type Options = {
  choice: PlanChoice
  onClose: () => void
  onPending: (change: PendingChange) => void
  /** The quote has expired; the dialog needs a new one. */
  onExpired: () => void
}

export function useChange({ choice, onClose, onPending, onExpired }: Options) {
  const { t } = useTranslation('settings')
  const reload = useReload()
  const fail = useFailureToast()
  const call = useCall(changePlan)
  const [isBusy, setBusy] = useState(false)
  const [isExpired, setExpired] = useState(false)

  const confirm = async ({ takesEffect, quotedAt }: PlanChangeQuote) => {
    setBusy(true)
    try {
      const { outcome, message, paymentUrl } = await withMinimumDuration(
        BUSY_MS,
        call.mutateAsync({ body: { ...choice, quotedAt } }),
      )
      switch (outcome) {
        case 'scheduled':
          await reload(getPlanStatus)
          notify({
            kind: 'success',
            subject: 'plan',
            title: t('plan.scheduled.done'),
            description: message,
          })
          break
        case 'changed':
        case 'payment_needed':
          onPending({ ...choice, bankUrl: paymentUrl })
          break
        default:
          outcome satisfies never
      }
      onClose()
    } catch (error) {
      if (isApiError(error, 'quote_expired')) {
        setExpired(true)
        return onExpired()
      }
      fail(takesEffect === 'now' ? 'upgrade' : 'downgrade', error)
      onClose()
      await reload(getPlanStatus)
    } finally {
      setBusy(false)
    }
  }
  return { confirm, isBusy, isExpired }
}

type ChangeTermsProps = {
  subscription: CurrentSubscription
  quote: PlanChangeQuote
  choice: PlanChoice
}

export function ChangeTerms({ subscription, quote, choice }: ChangeTermsProps) {
  const { t } = useTranslation(['settings', 'navigation'])
  const money = useMoney(quote.currency)
  const { day } = useFormats()
  const isNow = quote.takesEffect === 'now'
  const own = t(`navigation:plan.${planNamed(subscription.productName)}`)
  const next = t(`navigation:plan.${choice.planId}`)
  const today =
    quote.dueNowMinor > 0 ? money.exact(quote.dueNowMinor) : t('settings:plan.change.nothing')
  return (
    <>
      <p className="text-sm text-muted">
        {isNow
          ? t('settings:plan.change.now', { plan: next })
          : t('settings:plan.change.later', { plan: own })}
      </p>
      <dl className="mt-4 divide-y divide-line border-y border-rule">
        <Term name={t('settings:plan.change.from')}>
          {own}, {money.exactPerCycle(subscription.price, subscription.billingCycle)}
        </Term>
        <Term name={t('settings:plan.change.to')}>
          {next}, {money.exactPerCycle(quote.price, choice.billingCycle)}
        </Term>
        <Term name={t('settings:plan.change.begins')}>
          {isNow ? t('settings:plan.change.atOnce') : day(quote.effectiveAt)}
        </Term>
        <Term name={t('settings:plan.change.today')} isTotal>
          {today}
        </Term>
      </dl>
    </>
  )
}

function Term({
  name,
  isTotal = false,
  children,
}: {
  name: string
  isTotal?: boolean
  children: ReactNode
}) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-0.5 py-2.5">
      <dt className={isTotal ? 'font-semibold' : 'text-sm text-muted'}>{name}</dt>
      <dd className={isTotal ? 'text-lg font-semibold' : 'text-sm font-medium'}>{children}</dd>
    </div>
  )
}
