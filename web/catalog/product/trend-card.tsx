import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import {
  getTrendFormula,
  type Trend,
  TREND_BADGES,
  TREND_FORMULA,
  type TrendComponent,
} from '#contracts/catalog/trending.ts'
import { TREND_TONES } from '#web/ui/store/labels.tsx'
import { type Formats, useFormats } from '#web/lib/i18n/format.ts'
import { Summary } from '#web/ui/accordion.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'

/** The product's score on its latest trending day, with every part of the score. */
export function TrendCard({ trend }: { trend: Trend }) {
  const { t } = useTranslation('product-detail')
  const formats = useFormats()
  return (
    <Card className="min-w-0">
      <section aria-labelledby="trend">
        <div className="border-b border-line px-4 py-4 sm:px-5">
          <h2 id="trend" className="eyebrow">
            {t('trend.title', { day: formats.day(trend.day) })}
          </h2>
          <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <strong className="text-2xl font-semibold">{formats.number(trend.score)}</strong>
            <span className="text-sm text-muted">
              {t('trend.of', { most: formats.number(100) })}
            </span>
            <Badge tone={TREND_TONES[trend.badge]}>{t(`trend.badge.${trend.badge}`)}</Badge>
          </p>
          <p className="mt-1.5 max-w-prose text-sm text-muted">
            {t(`trend.badgeText.${trend.badge}`)}
          </p>
        </div>
        <ul className="px-4 sm:px-5">
          {trend.components.map((part) => (
            <TrendPart key={part.name} part={part} />
          ))}
        </ul>
        <TrendMethod />
      </section>
    </Card>
  )
}

function TrendPart({ part }: { part: TrendComponent }) {
  const { t } = useTranslation('product-detail')
  const formats = useFormats()
  const points = t('trend.points', {
    points: formats.number(part.points),
    most: formats.number(part.weight),
  })
  return (
    <li className="border-b border-line py-2.5 text-sm last:border-0">
      <p className="flex items-baseline justify-between gap-4">
        <span className="font-semibold">{t(`trend.part.${part.name}`)}</span>
        <span className="shrink-0 text-muted">{points}</span>
      </p>
      {/* Hidden from screen readers: the figure beside the name says the same. */}
      <svg
        className="mt-1.5 block h-1.5 w-full rounded-full bg-sunken"
        viewBox="0 0 100 1"
        preserveAspectRatio="none"
        aria-hidden
      >
        <rect className="fill-sun-ink" width={part.value * 100} height={1} />
      </svg>
      <p className="mt-1.5 text-muted">{wordsOfPart(part, t, formats)}</p>
    </li>
  )
}

export function wordsOfPart(
  { name, inputs }: TrendComponent,
  t: TFunction<'product-detail'>,
  formats: Formats,
): string {
  const input = (key: string): number => inputs[key] ?? 0
  const window = formats.number(TREND_FORMULA.windowDays)
  const counted = (key: string) => ({
    count: input(key),
    stores: formats.number(input(key)),
    window,
  })
  switch (name) {
    case 'spread':
      return t('trend.words.spread', counted('stores'))
    case 'growth':
      return t('trend.words.growth', counted('storesBefore'))
    case 'places':
      return [
        t('trend.words.bestSellers', counted('bestSellerStores')),
        t('trend.words.home', counted('homeStores')),
      ].join(' · ')
    case 'stock':
      return [
        t('trend.words.soldOut', counted('soldOutStores')),
        t('trend.words.restocked', counted('restockedStores')),
      ].join(' · ')
    case 'price':
      return [
        t('trend.words.priceUp', counted('priceUpStores')),
        t('trend.words.priceDown', counted('priceDownStores')),
      ].join(' · ')
    case 'age':
      return input('ageDays') === 0
        ? t('trend.words.ageToday')
        : t('trend.words.age', { count: input('ageDays'), days: formats.number(input('ageDays')) })
    default:
      return name satisfies never
  }
}

const { windowDays, newStoreDays, gate, badges } = TREND_FORMULA

/** The rule in brief, with the constants of the formula, and a link to the full text. */
function TrendMethod() {
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
      <Summary>{t('trend.method.title')}</Summary>
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
          <a
            className="font-semibold text-ink underline underline-offset-4"
            href={getTrendFormula.path}
          >
            {t('trend.method.link')}
          </a>
        </p>
      </div>
    </details>
  )
}
