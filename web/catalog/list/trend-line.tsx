import { useTranslation } from 'react-i18next'
import type { Trend } from '#contracts/stores/trending.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'

const TONES: Record<Trend['badge'], BadgeTone> = { testing: 'plain', heating: 'sun', proven: 'good' }

/** Score, badge and number of new stores on a card. */
export function TrendLine({ trend }: { trend: Trend }) {
  const { t } = useTranslation('list')
  const formats = useFormats()
  const score = formats.number(trend.score)
  return (
    <p className="flex min-h-6 flex-wrap items-center gap-x-2 gap-y-0.5 text-xs text-muted">
      <strong className="text-sm text-ink" title={t('products.score', { score })}>
        <span aria-hidden>{score}</span>
        <span className="sr-only">{t('products.score', { score })}</span>
      </strong>
      <Badge tone={TONES[trend.badge]}>{t(`products.badge.${trend.badge}`)}</Badge>
      <span className="truncate">
        {t('products.inStores', { count: trend.stores, stores: formats.number(trend.stores) })}
      </span>
    </p>
  )
}
