import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { planRights } from '#contracts/billing/plans.ts'
import { getPublicStats } from '#contracts/site/public.ts'
import { q } from '#web/api/query.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Mark } from '#web/ui/logo.tsx'
import { NextStep } from './next-step.tsx'
import { Section } from './section.tsx'

const plans = ['guest', 'pro', 'plus'] as const

/** The totals so far, and what each plan includes. */
export function PlansOverview() {
  const { t } = useTranslation('platform-benefits')
  return (
    <Section labelledBy="proof-title" className="border-y border-line bg-surface">
      <div className="grid grid-cols-[minmax(0,1fr)] items-center gap-x-16 gap-y-12 lg:grid-cols-2">
        <div>
          <Mark className="size-12" />
          <h2 id="proof-title" className="mt-5 text-2xl">
            {t('proof.title')}
          </h2>
          <p className="mt-4 text-lg text-muted">{t('proof.text')}</p>
          <div className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-3">
            <NextStep label={t('proof.action')} />
            <Link
              to={paths.pricing()}
              className="link inline-flex min-h-11 items-center font-semibold"
            >
              {t('proof.compare')}
            </Link>
          </div>
        </div>
        <Plans />
      </div>
      <Counts />
    </Section>
  )
}

function Plans() {
  const { t } = useTranslation('platform-benefits')
  const formats = useFormats()
  return (
    <ul className="border-t-2 border-ink">
      {plans.map((plan) => (
        <li
          key={plan}
          className="border-b border-line py-5 sm:grid sm:grid-cols-[8rem_minmax(0,1fr)] sm:gap-4"
        >
          <h3 className="text-lg">{t(`proof.plans.${plan}.name`)}</h3>
          <div>
            <p className="text-muted">
              {t(`proof.plans.${plan}.text`, {
                rows: formats.number(planRights.pro.exportRowsPerDay),
              })}
            </p>
            {plan === 'plus' && (
              <p className="mt-2">
                <Badge tone="sun">{t('proof.popular')}</Badge>
              </p>
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}

const counts = ['totalStores', 'totalProducts', 'storesWithEmail'] as const

/** Renders nothing when the figures are unavailable. */
function Counts() {
  const { t } = useTranslation(['platform-benefits', 'date-picker'])
  const formats = useFormats()
  const { data } = useQuery(q(getPublicStats, { query: {} }))
  if (!data) return null
  return (
    <dl
      aria-label={t('platform-benefits:proof.counted')}
      className="mt-14 grid border-t border-rule sm:grid-cols-3"
    >
      {counts.map((name) => (
        <div
          key={name}
          className="flex flex-col-reverse justify-end gap-1 border-line py-6 max-sm:border-b max-sm:last:border-b-0 sm:px-6 sm:not-first:border-s sm:first:ps-0"
        >
          <dt className="text-sm text-muted">{t(`date-picker:counters.${name}`)}</dt>
          <dd className="text-2xl leading-none font-semibold tracking-[-0.03em] proportional-nums">
            {formats.number(data[name])}
          </dd>
        </div>
      ))}
    </dl>
  )
}
