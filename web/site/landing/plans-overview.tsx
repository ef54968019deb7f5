import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useKnownAnswer } from '#web/api/known-answer.ts'
import type { getPublicStats } from '#contracts/site/public.ts'
import { annualSaving, FeatureList, FREE_FEATURES, type Tier, tiers } from '#web/billing/api.ts'
import { cn } from '#web/lib/cn.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { scrollArea } from '#web/ui/scroll-area.ts'
import { ArrowLink, NextStep, Section } from './section.tsx'
import { usePriceOf } from './price-line.tsx'

type Price = ReturnType<ReturnType<typeof usePriceOf>>
type PaidTier = Tier & { name: 'pro' | 'plus' }

const benefits = ['daily', 'research', 'instant', 'accuracy', 'leads', 'filters'] as const

const isPaid = (tier: Tier): tier is PaidTier => tier.name !== 'custom'

/** What each plan costs and includes, and what was counted so far. */
export function PlansOverview() {
  const { t } = useTranslation(['platform-benefits', 'pricing'])
  const { planPrice } = useFormats()
  const priceOf = usePriceOf()
  const pro = priceOf('pro')
  return (
    <Section labelledBy="proof-title" className="border-y border-line bg-surface">
      <h2 id="proof-title" className="text-2xl">
        {pro
          ? t('platform-benefits:proof.title', { price: planPrice(pro.monthlyPrice) })
          : t('platform-benefits:proof.titleAny')}
      </h2>
      <p className="mt-3 max-w-208 text-muted">
        {pro && t('platform-benefits:proof.yearly', { price: planPrice(pro.annualPrice) })}{' '}
        {t('platform-benefits:proof.cancel')}
      </p>
      <div
        role="group"
        {...scrollArea(t('platform-benefits:proof.compare'))}
        className="mt-5 grid gap-5 max-md:snap-x max-md:auto-cols-[84%] max-md:grid-flow-col max-md:overflow-x-auto max-md:pb-2 md:grid-cols-[minmax(0,0.8fr)_minmax(0,1fr)_minmax(0,1fr)]"
      >
        <Plan
          name={t('pricing:plans.guest.name')}
          features={<FeatureList features={FREE_FEATURES.slice(0, 3)} />}
          isBare
        >
          <p className="text-sm text-muted">
            <Amount>{planPrice(0)}</Amount>
            <span className="block">{t('pricing:free.note')}</span>
          </p>
        </Plan>
        {tiers.filter(isPaid).map((tier) => (
          <Plan
            key={tier.name}
            name={t(`pricing:plans.${tier.name}.name`)}
            features={<FeatureList features={tier.features.slice(0, SHOWN_FEATURES)} />}
            isPopular={tier.isPopular}
          >
            <PlanCost price={priceOf(tier.name)} />
          </Plan>
        ))}
      </div>
      <ul className="mt-5 flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted">
        {benefits.map((name) => (
          <li key={name}>{t(`platform-benefits:benefits.${name}`)}</li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-3">
        <NextStep label={t('platform-benefits:proof.action')} />
        <ArrowLink to={paths.pricing()}>{t('platform-benefits:proof.compare')}</ArrowLink>
        <Counts />
      </div>
    </Section>
  )
}

/** The pricing page has all of them. */
const SHOWN_FEATURES = 5

const Amount = ({ children }: { children: string }) => (
  <strong className="me-1 text-[2.25rem] leading-11 font-semibold tracking-[-0.04em] text-ink proportional-nums">
    {children}
  </strong>
)

type PlanProps = {
  name: string
  features: ReactNode
  isBare?: boolean
  isPopular?: boolean
  children: ReactNode
}

function Plan({ name, features, isBare = false, isPopular = false, children }: PlanProps) {
  const { t } = useTranslation('pricing')
  return (
    <section
      aria-label={name}
      className={cn(
        'flex snap-start flex-col px-5.5 pt-5 pb-5.5',
        isBare ? 'border-t border-rule md:px-0!' : 'rounded-lg border',
        !isBare && (isPopular ? 'border-sun shadow-float' : 'border-line'),
      )}
    >
      <h3 className="flex items-center justify-between gap-3 text-lg">
        {name}
        {isPopular && <Badge tone="sun">{t('popular')}</Badge>}
      </h3>
      {children}
      <div className="mt-3.5">{features}</div>
    </section>
  )
}

function PlanCost({ price }: { price: Price }) {
  const { t } = useTranslation('pricing')
  const { planPrice } = useFormats()
  if (!price) return <p className="text-sm text-muted">{t('priceUnknown')}</p>
  const { monthlyPrice, annualPrice } = price
  const saving = annualSaving(price)
  return (
    <p className="text-sm text-muted">
      <Amount>{planPrice(monthlyPrice)}</Amount>
      {t('perMonth')}
      <span className="block">
        {t('orYearly', { price: planPrice(annualPrice) })}{' '}
        {saving > 0 && (
          <strong className="font-semibold text-good">
            {t('save', { amount: planPrice(saving) })}
          </strong>
        )}
      </span>
    </p>
  )
}

const counts = ['totalStores', 'storesWithEmail', 'totalProducts'] as const

function Counts() {
  const { t } = useTranslation(['platform-benefits', 'date-picker'])
  const formats = useFormats()
  const { answer } = useKnownAnswer<typeof getPublicStats>('getPublicStats', { query: {} })
  if (!answer) return null
  return (
    <dl
      aria-label={t('platform-benefits:proof.counted')}
      className="flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted lg:ms-auto"
    >
      {counts.map((name) => (
        <div key={name} className="flex flex-row-reverse gap-1.5">
          <dt>{t(`date-picker:counters.${name}`)}</dt>
          <dd className="font-semibold text-ink">{formats.number(answer[name])}</dd>
        </div>
      ))}
    </dl>
  )
}
