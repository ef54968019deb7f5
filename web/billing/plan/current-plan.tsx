import { CreditCard } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { PlanName } from '#contracts/billing/plan-rights.ts'
import type { BillingCycle } from '#contracts/billing/price-list.ts'
import { Section } from '#web/accounts/api.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import {
  otherCycle,
  type PlanView,
  SAMPLE_BILLING_DATE,
  samplePrices,
  useMoney,
} from './plan-view.ts'

type Props = {
  view: PlanView
  /** Billing cycle of the sample's price. */
  cycle: BillingCycle
  /** Null while there is nothing to manage. */
  portal: { open: () => void; isBusy: boolean } | null
  isBusy: boolean
  onSwitch: (cycle: BillingCycle) => void
  children?: ReactNode
}

export function CurrentPlan({ view, cycle, portal, isBusy, onSwitch, children }: Props) {
  const { t } = useTranslation('settings')
  const other = otherCycle(view)
  return (
    <Section title={t('plan.title')}>
      {children}
      {view.own && <Figures view={view} own={view.own} cycle={cycle} />}
      <div className="mt-6 flex flex-wrap items-center gap-3">
        <ManageBilling portal={portal} isVisitor={view.kind !== 'own'} />
        {other && (
          <Button variant="quiet" disabled={isBusy} onClick={() => onSwitch(other)}>
            {t(other === 'yearly' ? 'plan.toYearly' : 'plan.toMonthly')}
          </Button>
        )}
      </div>
    </Section>
  )
}

function Figures({ view, own, cycle }: { view: PlanView; own: PlanName; cycle: BillingCycle }) {
  const { t } = useTranslation(['settings', 'navigation'])
  const { day } = useFormats()
  const price = usePriceText(view, cycle)
  const { subscription, kind } = view
  const date = kind === 'sample' ? SAMPLE_BILLING_DATE : subscription?.renewsAt
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="text-2xl font-semibold tracking-[-0.022em]">
          {t(`navigation:plan.${own}`)}
        </span>
        <SubscriptionStatus view={view} />
      </p>
      <dl className="mt-4 grid gap-x-8 gap-y-3 border-t border-line pt-4 sm:grid-cols-2">
        <Figure name={t('settings:plan.price')}>{price}</Figure>
        <Figure
          name={t(subscription?.cancelAtPeriodEnd ? 'settings:plan.endsOn' : 'settings:plan.next')}
        >
          {date ? <time dateTime={date}>{day(date)}</time> : t('settings:plan.noDate')}
        </Figure>
      </dl>
    </>
  )
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="mt-0.5 font-semibold">{children}</dd>
    </div>
  )
}

function usePriceText(
  { kind, own, subscription, currency }: PlanView,
  cycle: BillingCycle,
): string {
  const { t } = useTranslation('settings')
  const money = useMoney(currency)
  if (kind === 'sample') return money.wholePerCycle(samplePrices[cycle], 'monthly')
  if (subscription) return money.wholePerCycle(subscription.price, subscription.billingCycle)
  return t(own === 'guest' ? 'plan.free' : 'plan.given')
}

function SubscriptionStatus({ view: { kind, subscription } }: { view: PlanView }) {
  const { t } = useTranslation('settings')
  if (kind === 'sample') return <Badge>{t('plan.standing.sample')}</Badge>
  if (!subscription) return null
  if (subscription.cancelAtPeriodEnd) return <Badge tone="sun">{t('plan.standing.ending')}</Badge>
  if (subscription.status === 'past_due')
    return <Badge tone="bad">{t('plan.standing.pastDue')}</Badge>
  return <Badge tone="good">{t('plan.standing.active')}</Badge>
}

function ManageBilling({ portal, isVisitor }: { portal: Props['portal']; isVisitor: boolean }) {
  const { t } = useTranslation('settings')
  const hintId = useId()
  return (
    <>
      <Button
        variant="secondary"
        disabled={!portal}
        isBusy={portal?.isBusy ?? false}
        aria-describedby={portal || isVisitor ? undefined : hintId}
        onClick={portal?.open}
      >
        {!portal?.isBusy && <CreditCard className="size-4.5" aria-hidden />}
        {t('plan.manage')}
      </Button>
      {!portal && !isVisitor && (
        <p id={hintId} className="text-sm text-muted">
          {t('plan.nothingToManage')}
        </p>
      )}
    </>
  )
}
