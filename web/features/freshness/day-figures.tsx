import { useTranslation } from 'react-i18next'
import type { FreshnessDay } from '#contracts/freshness.ts'
import { useFormats } from '#web/lib/format.ts'
import { lagShown } from './lag-scale.ts'
import { useDuration } from './use-duration.ts'

/** The exact figures of one day, always in the same position. */
export function DayFigures({ day, isToday }: { day: FreshnessDay; isToday: boolean }) {
  const { t } = useTranslation('freshness')
  const formats = useFormats()
  const duration = useDuration()
  const { p50Seconds, p90Seconds } = lagShown(day)
  const figures = [
    { key: 'half', value: duration(p50Seconds) },
    { key: 'ninety', value: duration(p90Seconds) },
    { key: 'stores', value: formats.number(day.newStores) },
  ] as const
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3 border-b border-line pb-4 sm:grid-cols-4">
      <div>
        <dt className="text-xs text-muted">{t('chart.day')}</dt>
        <dd className="font-semibold whitespace-nowrap">
          {isToday ? t('chart.today') : formats.day(day.day)}
        </dd>
      </div>
      {figures.map(({ key, value }) => (
        <div key={key}>
          <dt className="text-xs text-muted">{t(`chart.${key}`)}</dt>
          <dd className="font-semibold whitespace-nowrap">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
