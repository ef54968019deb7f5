import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Highlights } from '#contracts/site/highlights.ts'
import { cn } from '#web/lib/cn.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { useCatchUp, useDuration } from '#web/operations/api.ts'
import { Bone } from '#web/ui/feedback/loaded.tsx'

type Props = { highlights: Highlights | null; isPending: boolean; isSample: boolean }

/**
 * The head of the list: three figures that we counted ourselves. A missing figure is shown as not
 * measured, never as an invented number.
 */
export function LedgerFigures({ highlights, isPending, isSample }: Props) {
  const { t } = useTranslation('hero')
  const formats = useFormats()
  const duration = useDuration()
  const last = highlights?.recent[0]?.foundAt.slice(11, 19)
  const median = highlights?.lag.p50Seconds ?? null
  const accuracy = highlights?.accuracy
  const count = (value: number | undefined) => (value === undefined ? null : formats.number(value))
  return (
    <div className="grid border-b border-rule @max-[60rem]:grid-cols-[0.85fr_1.2fr_1.1fr] @[60rem]:grid-cols-[15.5rem_1fr_1.35fr_1.35fr]">
      <div
        className={cn(
          box,
          '@max-[60rem]:col-span-full @max-[60rem]:flex @max-[60rem]:flex-wrap @max-[60rem]:items-baseline @max-[60rem]:justify-between @max-[60rem]:gap-x-3 @max-[60rem]:pb-0 @[38rem]:ps-4.5',
        )}
      >
        <h2 className="text-base leading-6 font-semibold tracking-[-0.015em]">
          {t('ledger.title')}
        </h2>
        <p className="flex items-center gap-1.75 text-xs text-muted">
          <span className="size-2 rounded-full bg-sun ring-3 ring-sun/30" aria-hidden />
          {isSample || !last ? t('ledger.sample') : t('ledger.live', { time: last })}
        </p>
      </div>
      <dl aria-label={t('stats.label')} className="contents">
        <Figure
          value={count(highlights?.launched)}
          label={t('stats.launched')}
          isPending={isPending}
        />
        <Figure
          value={count(highlights?.last24h)}
          label={
            median === null ? t('stats.daily') : t('stats.dailyWithin', { delay: duration(median) })
          }
          isPending={isPending}
        />
        <Figure
          value={
            accuracy
              ? t('stats.rightOf', {
                  right: formats.number(accuracy.correct),
                  all: formats.number(accuracy.compared),
                })
              : null
          }
          missing={highlights ? t('stats.notMeasured') : undefined}
          label={
            accuracy
              ? t('stats.accuracyMeasured', {
                  count: accuracy.sample,
                  sample: formats.number(accuracy.sample),
                  day: formats.shortDay(accuracy.measuredAt),
                })
              : t('stats.accuracy')
          }
          isPending={isPending}
        />
      </dl>
    </div>
  )
}

const box = 'px-3 pt-3 pb-2.5 @max-[38rem]:px-3.5'

type FigureProps = {
  value: string | null
  label: ReactNode
  missing?: string | undefined
  isPending: boolean
}

function Figure({ value, label, missing, isPending }: FigureProps) {
  const { t } = useTranslation('hero')
  const isFilling = useCatchUp() !== null
  return (
    <div
      className={cn(
        box,
        'flex border-line @max-[60rem]:flex-col-reverse @max-[60rem]:justify-end @max-[38rem]:px-2 @max-[38rem]:nth-2:ps-3.5 @[38rem]:px-4.5 @[60rem]:flex-row-reverse @[60rem]:items-center @[60rem]:justify-end @[60rem]:gap-3 @[60rem]:border-s',
      )}
    >
      <dt className="text-xs leading-4.25 text-muted @max-[38rem]:text-2xs">{label}</dt>
      <dd className="text-xl leading-7 font-semibold tracking-[-0.03em] whitespace-nowrap proportional-nums @max-[38rem]:text-base">
        {isPending ? (
          <Bone className="h-7 w-20" />
        ) : (
          (value ?? (
            <span className="text-sm font-medium tracking-normal whitespace-normal text-muted">
              {missing ?? t(isFilling ? 'stats.filling' : 'stats.notKnown')}
            </span>
          ))
        )}
      </dd>
    </div>
  )
}
