import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { PaidPlan } from '#contracts/billing/price-list.ts'
import type { Billing } from '#web/billing/billing-toggle.tsx'
import { cn } from '#web/lib/cn.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { planOf, useSession } from '#web/lib/session/session.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Bone } from '#web/ui/feedback/loaded.tsx'
import { PlanAction } from './plan-action.tsx'
import {
  annualSaving,
  type FeatureLine,
  namesOf,
  type Tier,
  type TierPrice,
  tiers,
} from './tiers.ts'
import { type Prices, usePrices } from './use-prices.ts'

export function Plans({ billing }: { billing: Billing }) {
  const prices = usePrices()
  const session = useSession()
  const own = session.status === 'signed-in' ? planOf(session.user) : null
  return (
    <div id="plans" className="mt-10 grid gap-5 lg:grid-cols-3">
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
  )
}

type PlanCardProps = {
  tier: Tier
  billing: Billing
  prices: Prices
  isOwn: boolean
  action: ReactNode
}

const tiles: Record<Tier['colour'], string> = {
  day: 'bg-sunken',
  sun: 'bg-sun-wash',
  field: 'bg-good-wash',
}

function PlanCard({ tier, billing, prices, isOwn, action }: PlanCardProps) {
  const { t } = useTranslation('pricing')
  const textOf = useFeatureText()
  const name = t(`plans.${tier.name}.name`)
  return (
    <section
      aria-label={name}
      className={cn(
        'flex flex-col rounded-lg border bg-surface p-6 sm:p-7',
        tier.isPopular ? 'border-sun shadow-float' : 'border-line',
      )}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <div className="flex items-center gap-3">
          <span
            className={cn('grid size-10 place-items-center rounded-md text-xl', tiles[tier.colour])}
            aria-hidden
          >
            {tier.emoji}
          </span>
          <h2 className="text-xl">{name}</h2>
        </div>
        <p className="flex flex-wrap gap-2 empty:hidden">
          {tier.isPopular && <Badge tone="sun">{t('popular')}</Badge>}
          {isOwn && <Badge tone="good">{t('currentBadge')}</Badge>}
        </p>
      </div>
      <p className="mt-3 text-muted lg:min-h-13">{t(`plans.${tier.name}.description`)}</p>
      <div className="mt-5 lg:min-h-28">
        {tier.name === 'custom' ? (
          <CustomPrice />
        ) : (
          <PlanPrice plan={tier.name} billing={billing} prices={prices} />
        )}
      </div>
      <div className="mt-4 grid">{action}</div>
      <h3 className="eyebrow mt-7 border-t border-line pt-4">{t('includes', { plan: name })}</h3>
      <ul className="mt-2 grid gap-2.5 text-pretty">
        {tier.features.map((line) => (
          <li key={line.text} className="flex gap-2.5 text-sm">
            <Check className="mt-0.5 size-4 shrink-0 text-good" aria-hidden />
            {textOf(line)}
          </li>
        ))}
      </ul>
    </section>
  )
}

function CustomPrice() {
  const { t } = useTranslation('pricing')
  return (
    <>
      <p className="text-[2rem] leading-[2.75rem] font-semibold tracking-[-0.03em]">
        {t('customPrice')}
      </p>
      <p className="mt-2 text-sm text-muted">{t('customNote')}</p>
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

function KnownPrice({ price, isAnnual }: { price: TierPrice; isAnnual: boolean }) {
  const { t } = useTranslation('pricing')
  const formats = useFormats()
  const inCurrency = (amount: number) => formats.planPrice(amount, price.currency)
  const saving = annualSaving(price)
  return (
    <div aria-live="polite">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="text-[2.75rem] leading-none font-semibold proportional-nums tracking-[-0.04em]">
          {inCurrency(isAnnual ? price.annualPrice : price.monthlyPrice)}
        </span>
        <span className="text-muted">{t('perMonth')}</span>
      </p>
      <p className="mt-2 flex min-h-6 flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
        {isAnnual
          ? t('billedAnnually', { total: inCurrency(price.annualTotal) })
          : t('billedMonthly')}
        {isAnnual && saving > 0 && (
          <Badge tone="good">{t('save', { share: formats.wholePercent(saving) })}</Badge>
        )}
      </p>
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
      case 'seats':
      case 'volume':
      case 'person':
        return t(`features.${line.text}`)
      default:
        return line satisfies never
    }
  }
}
