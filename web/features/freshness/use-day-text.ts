import { useTranslation } from 'react-i18next'
import type { FreshnessDay } from '#contracts/freshness.ts'
import { useFormats } from '#web/lib/format.ts'
import { lagShown } from './lag-scale.ts'
import { useDuration } from './use-duration.ts'

/** A day of the chart in one sentence, for screen readers. */
export function useDayText(): (day: FreshnessDay) => string {
  const { t } = useTranslation('freshness')
  const formats = useFormats()
  const duration = useDuration()
  return (day) => {
    const { p50Seconds, p90Seconds } = lagShown(day)
    if (p50Seconds === null) return t('chart.noneOf', { day: formats.day(day.day) })
    return t('chart.spoken', {
      day: formats.day(day.day),
      half: duration(p50Seconds),
      ninety: duration(p90Seconds),
      stores: formats.number(day.newStores),
    })
  }
}
