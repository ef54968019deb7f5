import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Freshness } from '#contracts/freshness.ts'
import { useFormats } from '#web/lib/format.ts'
import { useDuration } from './use-duration.ts'

/**
 * Four figures, based only on stores that we followed live: stores read from a log's past say nothing about speed. If today has none yet,
 * they describe the latest day that has some, and name that day.
 */
export function Headline({ freshness: { days, accuracy } }: { freshness: Freshness }) {
  const { t } = useTranslation('freshness')
  const formats = useFormats()
  const duration = useDuration()
  const [today] = days
  const latest = days.find((day) => day.live.stores > 0)
  const isToday = latest !== undefined && latest.day === today?.day
  const when = latest ? (isToday ? t('headline.today') : formats.day(latest.day)) : t('headline.noneYet')
  return (
    <section aria-label={t('headline.label')} className="border-y border-line bg-surface">
      <dl className="page grid sm:grid-cols-2 lg:grid-cols-4">
        <Figure label={t('headline.half', { when })}>{latest && duration(latest.live.p50Seconds)}</Figure>
        <Figure label={t('headline.ninety', { when })}>{latest && duration(latest.live.p90Seconds)}</Figure>
        <Figure
          label={
            accuracy
              ? t('headline.accuracy', {
                  sample: formats.number(accuracy.sample),
                  day: formats.day(accuracy.measuredAt.slice(0, 10)),
                })
              : t('headline.accuracyUnknown')
          }
        >
          {accuracy && formats.percent(accuracy.share)}
        </Figure>
        <Figure label={t('headline.stores')}>{formats.number(today?.newStores ?? 0)}</Figure>
      </dl>
    </section>
  )
}

function Figure({ label, children }: { label: ReactNode; children: ReactNode }) {
  const { t } = useTranslation('freshness')
  return (
    <div className="flex flex-col-reverse justify-end gap-1.5 border-line py-6 max-sm:border-b max-sm:last:border-b-0 sm:px-6 sm:max-lg:even:border-s sm:max-lg:odd:ps-0 sm:max-lg:nth-[n+3]:border-t lg:not-first:border-s lg:first:ps-0">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="flex min-h-10 items-end text-2xl leading-none proportional-nums font-semibold tracking-[-0.03em]">
        {children ?? (
          <span className="text-lg font-medium tracking-normal text-muted">{t('notMeasured')}</span>
        )}
      </dd>
    </div>
  )
}
