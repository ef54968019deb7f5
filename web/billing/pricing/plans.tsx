import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { PaidPlan } from '#contracts/billing/price-list.ts'
import type { Billing } from '#web/billing/billing-toggle.tsx'
import { cn } from '#web/lib/cn.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { planOf, useSession, visitorOf } from '#web/lib/session/session.tsx'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Bone } from '#web/ui/feedback/loaded.tsx'
import { PlanAction } from './plan-action.tsx'
import {
  annualSaving,
  FREE_FEATURES,
  type FeatureLine,
  namesOf,
  type Tier,
  type TierPrice,
  tiers,
} from './tiers.ts'
import { type Prices, usePlanCurrency, usePrices } from './use-prices.ts'

/** The free account as a column beside the three plans. */
export function Plans({ billing }: { billing: Billing }) {
  const prices = usePrices()
  const session = useSession()
  const own = session.status === 'signed-in' ? planOf(session.user) : null
  return (
    <div id="plans" className="@container mt-8">
      <div className="grid gap-4.5 @[38rem]:grid-cols-2 @[74rem]:grid-cols-[minmax(0,0.82fr)_minmax(0,1.1fr)_minmax(0,1.1fr)_minmax(0,0.9fr)]">
        <FreeColumn isOwn={own === 'guest'} />
        {tiers.map((tier) => (
          <PlanCard
            key={tier.name}
            tier={tier}
            billing={billing}
            prices={prices}
            isOwn={tier.name === own}
            action={<PlanAction tier={tier} billing={billing} />}
          />
        ))}
      </div>
    </div>
  )
}

function FreeColumn({ isOwn }: { isOwn: boolean }) {
  const { t } = useTranslation('pricing')
  const formats = useFormats()
  const currency = usePlanCurrency()
  const visitor = visitorOf(useSession())
  return (
    <section
      aria-label={t('plans.guest.name')}
      className="flex flex-col border-t border-rule pt-5.5 @max-[74rem]:pb-3"
    >
      <CardHead name={t('plans.guest.name')} isOwn={isOwn} />
      <p className={note}>{t('plans.guest.description')}</p>
      <div className={priceBox}>
        <p className={amount}>{formats.planPrice(0, currency)}</p>
        <p className="mt-1.5 text-sm text-muted">{t('free.note')}</p>
      </div>
      <div className="mt-4 grid min-h-11">
        {visitor === 'anonymous' && (
          <LinkButton to={paths.register()} variant="secondary">
            {t('free.action')}
          </LinkButton>
        )}
        {visitor === 'guest' && (
          <LinkButton to={paths.sample()} variant="secondary">
            {t('free.sample')}
          </LinkButton>
        )}
      </div>
      <div className={list}>
        <FeatureList features={FREE_FEATURES} />
      </div>
    </section>
  )
}

const note = 'mt-1 text-sm text-muted @[74rem]:min-h-11'
const priceBox = 'mt-3 @[74rem]:min-h-27.5'
const amount = 'text-[2.25rem] leading-11 font-semibold proportional-nums tracking-[-0.04em]'
const list = 'mt-4.5 border-t border-line pt-3.5'

function CardHead({
  name,
  isOwn,
  isPopular = false,
}: {
  name: string
  isOwn: boolean
  isPopular?: boolean
}) {
  const { t } = useTranslation('pricing')
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
      <h2 className="text-lg">{name}</h2>
      <p className="flex flex-wrap gap-2 empty:hidden">
        {isPopular && <Badge tone="sun">{t('popular')}</Badge>}
        {isOwn && <Badge tone="good">{t('currentBadge')}</Badge>}
      </p>
    </div>
  )
}

type PlanCardProps = {
  tier: Tier
  billing: Billing
  prices: Prices
  isOwn: boolean
  action: ReactNode
}

function PlanCard({ tier, billing, prices, isOwn, action }: PlanCardProps) {
  const { t } = useTranslation('pricing')
  const name = t(`plans.${tier.name}.name`)
  return (
    <section
      aria-label={name}
      className={cn(
        'flex flex-col rounded-lg border bg-surface px-5.5 pt-5 pb-5.5',
        tier.isPopular ? 'border-sun shadow-float' : 'border-line',
      )}
    >
      <CardHead name={name} isOwn={isOwn} isPopular={tier.isPopular} />
      <p className={note}>{t(`plans.${tier.name}.description`)}</p>
      <div className={priceBox}>
        {tier.name === 'custom' ? (
          <CustomPrice />
        ) : (
          <PlanPrice plan={tier.name} billing={billing} prices={prices} />
        )}
      </div>
      <div className="mt-4 grid">{action}</div>
      <h3 className="sr-only">{t('includes', { plan: name })}</h3>
      <div className={list}>
        <FeatureList features={tier.features} />
      </div>
    </section>
  )
}

/** Lines of a plan; the sample day is a link. */
export function FeatureList({ features }: { features: readonly FeatureLine[] }) {
  const textOf = useFeatureText()
  return (
    <ul className="grid gap-2 text-sm text-pretty">
      {features.map((line) => (
        <li key={line.text} className="flex gap-2.5">
          <Check className="mt-0.5 size-4 shrink-0 text-good" aria-hidden />
          {line.text === 'sampleDay' ? (
            <Link to={paths.sample()} className="link">
              {textOf(line)}
            </Link>
          ) : (
            textOf(line)
          )}
        </li>
      ))}
    </ul>
  )
}

function CustomPrice() {
  const { t } = useTranslation('pricing')
  return (
    <>
      <p className="text-[1.75rem] leading-11 font-semibold tracking-[-0.03em]">
        {t('customPrice')}
      </p>
      <p className="mt-1.5 text-sm text-muted">{t('customNote')}</p>
    </>
  )
}

type PlanPriceProps = { plan: PaidPlan; billing: Billing; prices: Prices }

/** Announced when the billing period changes, because the radio buttons control this figure. */
function PlanPrice({ plan, billing, prices }: PlanPriceProps) {
  switch (prices.kind) {
    case 'known':
      return <KnownPrice price={prices.of(plan)} isAnnual={billing === 'annual'} />
    case 'loading':
      return <Bone className="h-11 w-36" />
    case 'failed':
      return <UnknownPrice retry={prices.retry} />
  }
}

/** The chosen price large; below it the cost and saving of the other period. */
function KnownPrice({ price, isAnnual }: { price: TierPrice; isAnnual: boolean }) {
  const { t } = useTranslation('pricing')
  const formats = useFormats()
  const inCurrency = (value: number) => formats.planPrice(value, price.currency)
  const saving = annualSaving(price)
  const save = t('save', { amount: inCurrency(saving) })
  return (
    <div aria-live="polite">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className={amount}>
          {inCurrency(isAnnual ? price.annualPrice : price.monthlyPrice)}
        </span>
        <span className="text-sm text-muted">{t('perMonth')}</span>
      </p>
      <p className="mt-1.5 text-sm text-muted">
        {isAnnual
          ? t('billedAnnually', { total: inCurrency(price.annualTotal) })
          : t('billedMonthly')}
      </p>
      {saving > 0 && (
        <p className="text-sm font-semibold text-good">
          {isAnnual
            ? formats.capitalised(save)
            : `${t('orYearly', { price: inCurrency(price.annualPrice) })}${formats.colon}${save}`}
        </p>
      )}
    </div>
  )
}

/** Shows no price while it is unknown, because checkout might charge a different one. */
function UnknownPrice({ retry }: { retry: () => void }) {
  const { t } = useTranslation(['pricing', 'errors'])
  return (
    <div role="alert" className="grid justify-items-start gap-2">
      <p className="text-sm text-muted">{t('pricing:priceUnknown')}</p>
      <Button size="sm" variant="secondary" onClick={retry}>
        {t('errors:retry')}
      </Button>
    </div>
  )
}

function useFeatureText(): (line: FeatureLine) => string {
  const { t } = useTranslation('pricing')
  const formats = useFormats()
  return (line) => {
    switch (line.text) {
      case 'allOf':
        return t('features.allOf', { plan: t(`plans.${line.plan}.name`) })
      case 'exportLimited':
        return t('features.exportLimited', {
          formats: namesOf(line.formats),
          rows: formats.number(line.rows),
        })
      case 'exportUnlimited':
        return t('features.exportUnlimited', { formats: namesOf(line.formats) })
      case 'contacts':
        return t('features.contacts', { contacts: formats.number(line.stores) })
      case 'searches':
        return t('features.searches', { count: line.count })
      case 'research':
      case 'saved':
      case 'searchesUnlimited':
      case 'instantAlerts':
      case 'webhooks':
      case 'apiKeys':
      case 'counts':
      case 'sampleDay':
      case 'measured':
      case 'newsletter':
      case 'seats':
      case 'volume':
      case 'person':
        return t(`features.${line.text}`)
      default:
        return line satisfies never
    }
  }
}
