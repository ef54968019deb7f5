import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import {
  quotePlanChange,
  type CurrentSubscription,
  type PlanChangeQuote,
  type PlanChoice,
} from '#contracts/plans.ts'
import { q } from '#web/api/query.ts'
import { useErrorText } from '#web/lib/error-text.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Bone, Skeleton } from '#web/ui/skeleton.tsx'
import type { AwaitedChange } from './awaited-change.ts'
import { ChangeTerms } from './change-terms.tsx'
import { planNamed, rankOf } from './plan-view.ts'
import { useChange } from './use-change.ts'
import { useMoney } from './use-money.ts'

type Props = {
  subscription: CurrentSubscription
  choice: PlanChoice
  onClose: () => void
  onAwait: (change: AwaitedChange) => void
}

/** Cost and start of a change, as just quoted by the provider. Nothing changes before the user confirms. */
export function ChangeDialog({ subscription, choice, onClose, onAwait }: Props) {
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
  const change = useChange({ choice, onClose, onAwait, onExpired: () => void refetch() })
  return (
    <Dialog isOpen onOpenChange={(isOpen) => isOpen || change.isBusy || onClose()} title={title}>
      <div aria-live="polite" className="mt-1">
        {change.isExpired && <Notice className="mb-4">{t('plan.change.expired')}</Notice>}
        {data && !isFetching ? (
          <ChangeTerms subscription={subscription} quote={data} choice={choice} />
        ) : error && !isFetching ? (
          <QuoteFailure error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton className="grid gap-3">
            <Bone className="h-12" />
            <Bone className="h-28" />
          </Skeleton>
        )}
      </div>
      <div className="mt-6 flex flex-wrap justify-end gap-3 max-sm:*:grow">
        <Button variant="secondary" disabled={change.isBusy} onClick={onClose}>
          {t('plan.change.back')}
        </Button>
        <Button
          disabled={!data || isFetching}
          isBusy={change.isBusy}
          onClick={() => data && void change.confirm(data)}
        >
          <ConfirmLabel quote={data} />
        </Button>
      </div>
    </Dialog>
  )
}

function useTitle({ productName }: CurrentSubscription, { planId, billingCycle }: PlanChoice): string {
  const { t } = useTranslation(['settings', 'navigation'])
  const own = planNamed(productName)
  const plan = t(`navigation:plan.${planId}`)
  if (own === planId)
    return t(billingCycle === 'yearly' ? 'settings:plan.toYearly' : 'settings:plan.toMonthly')
  return t(rankOf(planId) > rankOf(own) ? 'settings:plan.upgrade' : 'settings:plan.downgrade', { plan })
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
