import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Highlights } from '#contracts/public.ts'
import { useFormats } from '#web/lib/format.ts'
import { useCatchUp } from '#web/ui/catch-up-line.tsx'
import { Bone } from '#web/ui/skeleton.tsx'

type Props = { highlights: Highlights | null; isPending: boolean }

/** Three figures that we counted ourselves. A missing figure is shown as not measured, never as an invented number. */
export function HeroFigures({ highlights, isPending }: Props) {
  const { t } = useTranslation('hero')
  const formats = useFormats()
  const accuracy = highlights?.accuracy
  const count = (value: number | undefined) => (value === undefined ? null : formats.number(value))
  return (
    <dl aria-label={t('stats.label')} className="page grid sm:grid-cols-3">
      <Figure value={count(highlights?.launched)} label={t('stats.launched')} isPending={isPending} />
      <Figure value={count(highlights?.last24h)} label={t('stats.daily')} isPending={isPending} />
      <Figure
        value={accuracy ? formats.percent(accuracy.share) : null}
        missing={highlights ? t('stats.notMeasured') : undefined}
        label={
          accuracy
            ? t('stats.accuracyMeasured', {
                sample: formats.number(accuracy.sample),
                day: formats.shortDay(accuracy.measuredAt.slice(0, 10)),
              })
            : t('stats.accuracy')
        }
        isPending={isPending}
      />
    </dl>
  )
}

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
    <div className="flex flex-col-reverse justify-end gap-1 border-line py-6 max-sm:border-b max-sm:last:border-b-0 sm:px-6 sm:not-first:border-s sm:first:ps-0">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="flex min-h-10 items-end text-2xl leading-none proportional-nums font-semibold tracking-[-0.03em]">
        {isPending ? (
          <Bone className="h-8 w-28" />
        ) : (
          (value ?? (
            <span className="pb-0.5 text-lg font-medium tracking-normal text-muted">
              {missing ?? t(isFilling ? 'stats.filling' : 'stats.notKnown')}
            </span>
          ))
        )}
      </dd>
    </div>
  )
}
