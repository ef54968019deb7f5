import { useTranslation } from 'react-i18next'
import type { Trend } from '#contracts/trending.ts'
import { useFormats } from '#web/lib/format.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { TrendMethod } from './trend-method.tsx'
import { TrendPart } from './trend-part.tsx'

const TONES: Record<Trend['badge'], BadgeTone> = { testing: 'plain', heating: 'sun', proven: 'good' }

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
            <span className="text-sm text-muted">{t('trend.of', { most: formats.number(100) })}</span>
            <Badge tone={TONES[trend.badge]}>{t(`trend.badge.${trend.badge}`)}</Badge>
          </p>
          <p className="mt-1.5 max-w-prose text-sm text-muted">{t(`trend.badgeText.${trend.badge}`)}</p>
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
