import { ChevronDown } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { TREND_BADGES, TREND_FORMULA } from '#contracts/trend-formula.ts'
import { getTrendFormula } from '#contracts/trending.ts'
import { useFormats } from '#web/lib/format.ts'

const { windowDays, newStoreDays, gate, badges } = TREND_FORMULA

/** The rule in brief, with the constants of the formula, and a link to the full text. */
export function TrendMethod() {
  const { t } = useTranslation('product-detail')
  const formats = useFormats()
  const figures = {
    window: formats.number(windowDays),
    newDays: formats.number(newStoreDays),
    stores: formats.number(gate.leastStores),
    score: formats.number(gate.leastScore),
  }
  const badgeFigures = {
    stores: formats.number(badges.heating.leastStores),
    factor: formats.percent(badges.heating.leastGrowthFactor),
    listing: formats.number(badges.proven.leastListingStores),
    days: formats.number(badges.proven.leastAgeDays),
    selling: formats.number(badges.proven.leastSellingStores),
  }
  return (
    <details className="group border-t border-line px-4 sm:px-5">
      <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-3 text-sm font-semibold">
        {t('trend.method.title')}
        <ChevronDown
          className="size-4 shrink-0 transition-transform group-open:rotate-180 motion-reduce:transition-none"
          aria-hidden
        />
      </summary>
      <div className="grid max-w-prose gap-2.5 pb-4 text-sm text-muted">
        <p>{t('trend.method.sum')}</p>
        <p>{t('trend.method.gate', figures)}</p>
        <ul className="grid gap-1">
          {TREND_BADGES.map((badge) => (
            <li key={badge}>
              <strong className="font-semibold text-ink">{t(`trend.badge.${badge}`)}</strong>
              {': '}
              {t(`trend.method.badge.${badge}`, badgeFigures)}
            </li>
          ))}
        </ul>
        <p>{t('trend.method.sources')}</p>
        <p>
          <a className="font-semibold text-ink underline underline-offset-4" href={getTrendFormula.path}>
            {t('trend.method.link')}
          </a>
        </p>
      </div>
    </details>
  )
}
