import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { CurrentSubscription, PlanChangeQuote, PlanChoice } from '#contracts/plans.ts'
import { planNamed } from './plan-view.ts'
import { useDayOf, useMoney } from './use-money.ts'

type Props = { subscription: CurrentSubscription; quote: PlanChangeQuote; choice: PlanChoice }

/** The quote as a ledger: start of the change, today's charge, and later charges. */
export function ChangeTerms({ subscription, quote, choice }: Props) {
  const { t } = useTranslation(['settings', 'navigation'])
  const money = useMoney(quote.currency)
  const dayOf = useDayOf()
  const isNow = quote.takesEffect === 'now'
  const own = t(`navigation:plan.${planNamed(subscription.productName)}`)
  const next = t(`navigation:plan.${choice.planId}`)
  const today = quote.dueNowMinor > 0 ? money.exact(quote.dueNowMinor) : t('settings:plan.change.nothing')
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
          {isNow ? t('settings:plan.change.atOnce') : dayOf(quote.effectiveAt)}
        </Term>
        <Term name={t('settings:plan.change.today')} isTotal>
          {today}
        </Term>
      </dl>
    </>
  )
}

function Term({ name, isTotal = false, children }: { name: string; isTotal?: boolean; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-0.5 py-2.5">
      <dt className={isTotal ? 'font-semibold' : 'text-sm text-muted'}>{name}</dt>
      <dd className={isTotal ? 'text-lg font-semibold' : 'text-sm font-medium'}>{children}</dd>
    </div>
  )
}
