import { useTranslation } from 'react-i18next'
import type { PaidPlan } from '#contracts/price-list.ts'
import { annualSaving, type TierPrice } from './tiers.ts'
import type { Prices } from './use-prices.ts'
import { useFormats } from '#web/lib/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import type { Billing } from '#web/ui/billing-toggle.tsx'
import { Button } from '#web/ui/button.tsx'
import { Bone } from '#web/ui/skeleton.tsx'

type Props = { plan: PaidPlan; billing: Billing; prices: Prices }

/** Announced when the billing period changes, because the radio buttons control this figure. */
export function PlanPrice({ plan, billing, prices }: Props) {
  switch (prices.kind) {
    case 'known':
      return <Known price={prices.of(plan)} isAnnual={billing === 'annual'} />
    case 'loading':
      return <Bone className="h-11 w-36" />
    case 'failed':
      return <Failed retry={prices.retry} />
  }
}

function Known({ price, isAnnual }: { price: TierPrice; isAnnual: boolean }) {
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
        {isAnnual ? t('billedAnnually', { total: inCurrency(price.annualTotal) }) : t('billedMonthly')}
        {isAnnual && saving > 0 && (
          <Badge tone="good">{t('save', { share: formats.wholePercent(saving) })}</Badge>
        )}
      </p>
    </div>
  )
}

/** Shows no price while it is unknown, because checkout might charge a different one. */
function Failed({ retry }: { retry: () => void }) {
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
