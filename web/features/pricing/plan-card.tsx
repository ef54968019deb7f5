import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFeatureText } from './feature-text.ts'
import { PlanPrice } from './plan-price.tsx'
import type { Tier } from './tiers.ts'
import type { Prices } from './use-prices.ts'
import { cn } from '#web/lib/cn.ts'
import { Badge } from '#web/ui/badge.tsx'
import type { Billing } from '#web/ui/billing-toggle.tsx'

type Props = { tier: Tier; billing: Billing; prices: Prices; isOwn: boolean; action: ReactNode }

const tiles: Record<Tier['colour'], string> = { day: 'bg-sunken', sun: 'bg-sun-wash', field: 'bg-good-wash' }

export function PlanCard({ tier, billing, prices, isOwn, action }: Props) {
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
        {isOwn ? (
          <Badge tone="good">{t('currentBadge')}</Badge>
        ) : (
          tier.isPopular && <Badge tone="sun">{t('popular')}</Badge>
        )}
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
      <p className="text-[2rem] leading-[2.75rem] font-semibold tracking-[-0.03em]">{t('customPrice')}</p>
      <p className="mt-2 text-sm text-muted">{t('customNote')}</p>
    </>
  )
}
