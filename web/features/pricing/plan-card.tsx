import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Billing } from './billing-toggle.tsx'
import { annualSaving, priceList, PRO_EXPORT_ROWS, type PlanCardName } from './price-list.ts'
import { cn } from '#web/lib/cn.ts'
import { useFormats } from '#web/lib/format.ts'
import { Badge } from '#web/ui/badge.tsx'

const features = ['first', 'second', 'third', 'fourth'] as const

type Props = { plan: PlanCardName; billing: Billing; action: ReactNode }

export function PlanCard({ plan, billing, action }: Props) {
  const { t } = useTranslation('pricing')
  const formats = useFormats()
  const isPopular = plan === 'plus'
  const name = t(`plans.${plan}.name`)
  return (
    <section
      aria-label={name}
      className={cn(
        'flex flex-col rounded-lg border bg-surface p-6 sm:p-7',
        isPopular ? 'border-sun shadow-float' : 'border-line',
      )}
    >
      <div className="flex min-h-7 items-center justify-between gap-3">
        <h2 className="text-xl">{name}</h2>
        {isPopular && <Badge tone="sun">{t('popular')}</Badge>}
      </div>
      <p className="mt-2 text-muted lg:min-h-13">{t(`plans.${plan}.description`)}</p>
      <div className="mt-6 min-h-28">
        {plan === 'custom' ? <CustomPrice /> : <Price plan={plan} billing={billing} />}
      </div>
      <div className="mt-4 grid">{action}</div>
      <h3 className="eyebrow mt-7 border-t border-line pt-4">{t('includes', { plan: name })}</h3>
      <ul className="mt-2 grid gap-2.5">
        {features.map((feature) => (
          <li key={feature} className="flex gap-2.5 text-sm">
            <Check className="mt-0.5 size-4 shrink-0 text-good" aria-hidden />
            {t(`plans.${plan}.features.${feature}`, { rows: formats.number(PRO_EXPORT_ROWS) })}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Announced when the billing changes: the figure is what the radio buttons are about. */
function Price({ plan, billing }: { plan: 'pro' | 'plus'; billing: Billing }) {
  const { t } = useTranslation('pricing')
  const formats = useFormats()
  const price = priceList[plan]
  const isAnnual = billing === 'annual'
  return (
    <div aria-live="polite">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="text-[2.75rem] leading-none font-semibold proportional-nums tracking-[-0.04em]">
          {formats.planPrice(isAnnual ? price.annualPerMonth : price.monthly)}
        </span>
        <span className="text-muted">{t('perMonth')}</span>
      </p>
      <p className="mt-2 flex min-h-6 flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
        {isAnnual ? t('billedAnnually', { total: formats.planPrice(price.annualTotal) }) : t('billedMonthly')}
        {isAnnual && (
          <Badge tone="good">{t('save', { share: formats.wholePercent(annualSaving(price)) })}</Badge>
        )}
      </p>
    </div>
  )
}

function CustomPrice() {
  const { t } = useTranslation('pricing')
  return (
    <>
      <p className="text-[2rem] leading-[2.75rem] font-semibold tracking-[-0.03em]">{t('customPrice')}</p>
      <p className="mt-2 text-sm text-muted">{t('customNote')}</p>
    </>
  )
}
