import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { PlanName } from '#contracts/billing/plan-rights.ts'
import type { BillingCycle, PlanCurrency } from '#contracts/billing/price-list.ts'
import { BANNER_ID } from '#web/accounts/api.ts'
import { type Billing, BillingToggle } from '#web/billing/billing-toggle.tsx'
import { yearlyPerMonth } from '#web/billing/pricing/tiers.ts'
import { cn } from '#web/lib/cn.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { NOTICE_ID } from './plan-notices.tsx'
import {
  billingOf,
  type CardAction,
  cardAction,
  type CyclePrices,
  type Obstacle,
  type PlanOffer,
  type PlanView,
  useMoney,
} from './plan-view.ts'

const GIVEN_ID = 'plan-given'
export const SAMPLE_ID = 'plan-sample'

const reasons: Record<Obstacle, string> = {
  visitor: BANNER_ID,
  sample: SAMPLE_ID,
  given: GIVEN_ID,
  ending: NOTICE_ID,
  'past-due': NOTICE_ID,
}

type Props = {
  view: PlanView
  cycle: BillingCycle
  onCycle: (billing: Billing) => void
  /** Another action is already running. */
  isDisabled: boolean
  /** The plan whose checkout is opening. */
  opening: PlanName | null
  onAction: (action: CardAction) => void
}

export function PlanCards({ view, cycle, onCycle, isDisabled, opening, onAction }: Props) {
  const { t } = useTranslation('settings')
  const cards = view.offers.map((offer) => ({ offer, action: cardAction(view, offer.plan, cycle) }))
  const isGiven = cards.some(({ action }) => action.kind === 'blocked' && action.by === 'given')
  return (
    <section aria-labelledby="plan-cards" className="@container grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 id="plan-cards" className="text-lg">
          {t('plan.plans')}
        </h2>
        <BillingToggle value={billingOf(cycle)} onChange={onCycle} />
      </div>
      <ol className="grid gap-4 @2xl:grid-cols-3">
        {cards.map(({ offer, action }) => (
          <PlanCard
            key={offer.plan}
            offer={offer}
            currency={view.currency}
            cycle={cycle}
            action={action}
            isBusy={opening === offer.plan}
            isDisabled={isDisabled}
            describedBy={action.kind === 'blocked' ? reasons[action.by] : undefined}
            onPress={() => onAction(action)}
          />
        ))}
      </ol>
      {isGiven && (
        <p id={GIVEN_ID} className="text-sm text-muted">
          {t('plan.givenHint')}{' '}
          <Link to={paths.contact()} className="link">
            {t('plan.givenContact')}
          </Link>
        </p>
      )}
      <p className="text-sm">
        <Link to={paths.pricing()} className="link">
          {t('plan.compare')}
        </Link>
      </p>
    </section>
  )
}

const MOST_POPULAR: PlanName = 'plus'

type PlanCardProps = {
  offer: PlanOffer
  currency: PlanCurrency
  cycle: BillingCycle
  action: CardAction
  isBusy: boolean
  isDisabled: boolean
  describedBy: string | undefined
  onPress: () => void
}

function PlanCard({
  offer,
  currency,
  cycle,
  action,
  isBusy,
  isDisabled,
  describedBy,
  onPress,
}: PlanCardProps) {
  const { t } = useTranslation(['settings', 'navigation', 'pricing', 'errors'])
  const { plan, prices } = offer
  const isPopular = plan === MOST_POPULAR
  const label = useActionLabel(plan, action)
  const canPress =
    action.kind === 'checkout' || action.kind === 'change' || action.kind === 'cancel'
  const isStep = action.kind === 'checkout' || (action.kind === 'change' && action.isUpgrade)
  return (
    <li
      className={cn(
        'flex flex-col rounded-lg border bg-surface p-5',
        isPopular ? 'border-sun' : 'border-line',
      )}
    >
      <div className="flex min-h-6 flex-wrap items-center justify-between gap-x-2 gap-y-1">
        <h3 className="text-lg">{t(`navigation:plan.${plan}`)}</h3>
        {isPopular && <Badge tone="sun">{t('pricing:popular')}</Badge>}
      </div>
      <CardPrice plan={plan} prices={prices} currency={currency} cycle={cycle} />
      {/* The server's own message, which would not follow a change of language. */}
      <p className="mt-3 mb-5 text-sm text-muted">{t(`errors:plan_${plan}`)}</p>
      <Button
        variant={isStep && isPopular ? 'primary' : 'secondary'}
        className="mt-auto w-full px-2 text-sm"
        disabled={!canPress || isDisabled}
        isBusy={isBusy}
        aria-describedby={canPress ? undefined : describedBy}
        onClick={onPress}
      >
        {label}
      </Button>
    </li>
  )
}

function useActionLabel(plan: PlanName, action: CardAction): string {
  const { t } = useTranslation(['settings', 'navigation', 'pricing'])
  const { day } = useFormats()
  const name = t(`navigation:plan.${plan}`)
  switch (action.kind) {
    case 'current':
      return t('pricing:current')
    case 'begins':
      return t('settings:plan.begins', { date: day(action.at) })
    case 'checkout':
      return t('settings:plan.upgrade', { plan: name })
    case 'cancel':
      return t('settings:plan.downgrade', { plan: name })
    case 'blocked':
    case 'change':
      if (action.kind === 'blocked' && action.by === 'visitor')
        return t('pricing:choose', { plan: name })
      return t(action.isUpgrade ? 'settings:plan.upgrade' : 'settings:plan.downgrade', {
        plan: name,
      })
    default:
      return action satisfies never
  }
}

type PriceProps = {
  plan: PlanName
  prices: CyclePrices
  currency: PlanCurrency
  cycle: BillingCycle
}

/** Announced when the billing period changes, because the radio buttons control this figure. */
function CardPrice({ plan, prices, currency, cycle }: PriceProps) {
  const { t } = useTranslation(['settings', 'pricing'])
  const formats = useFormats()
  const money = useMoney(currency)
  const isYearly = cycle === 'yearly'
  const saving = prices.monthly * 12 - prices.yearly
  const perMonth = isYearly
    ? formats.planPrice(yearlyPerMonth(prices.yearly), currency)
    : money.whole(prices.monthly)
  if (plan === 'guest') return <p className={FIGURE}>{t('settings:plan.free')}</p>
  return (
    <div aria-live="polite">
      <p className="flex flex-wrap items-baseline gap-x-1.5">
        <span className={FIGURE}>{perMonth}</span>
        <span className="text-sm text-muted">{t('pricing:perMonth')}</span>
      </p>
      <p className="mt-1 text-sm text-muted">
        {isYearly
          ? t('pricing:billedAnnually', { total: money.whole(prices.yearly) })
          : t('pricing:billedMonthly')}
      </p>
      {isYearly && saving > 0 && (
        <Badge tone="good" className="mt-2">
          {formats.capitalised(t('pricing:save', { amount: money.whole(saving) }))}
        </Badge>
      )}
    </div>
  )
}

const FIGURE =
  'mt-3 inline-block text-[1.75rem] leading-9 font-semibold proportional-nums tracking-[-0.03em]'
