import { useTranslation } from 'react-i18next'
import type { Highlights } from '#contracts/site/highlights.ts'
import { cn } from '#web/lib/cn.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { useDuration } from '#web/operations/api.ts'
import { useLaunchReason } from '#web/site/open-store/launch-reason.ts'
import { ConfidenceDot } from '#web/site/open-store/row-parts.tsx'

type Props = { proof: NonNullable<Highlights['proof']>; isOverRows: boolean }

/** The evidence for the launch day of the last open store, as the product shows it. */
export function Proof({ proof, isOverRows }: Props) {
  const { t } = useTranslation(['hero', 'common', 'store-details'])
  const formats = useFormats()
  const duration = useDuration()
  const reasonOf = useLaunchReason()
  const { name, launchDate, launchConfidence, launchReason, lagSeconds } = proof
  const day = launchDate ? formats.shortDay(launchDate) : t('hero:proof.noDay')
  return (
    <aside
      aria-label={t('hero:proof.label')}
      className={cn(
        'rounded-lg border border-line bg-raised text-xs shadow-float max-lg:mt-3',
        isOverRows ? 'lg:absolute lg:end-4.5 lg:bottom-15 lg:z-2 lg:w-104' : 'lg:mt-3',
      )}
    >
      {isOverRows && (
        <span
          aria-hidden
          className="absolute -top-1.25 end-20 size-2.5 rotate-45 border-s border-t border-line bg-raised max-lg:hidden"
        />
      )}
      <div className="flex items-baseline justify-between gap-4 border-b border-line px-3.5 pt-2.5 pb-2">
        <p className="min-w-0 text-sm font-semibold">{t('hero:proof.title', { name, day })}</p>
        <p className="flex shrink-0 items-center gap-1.5">
          <ConfidenceDot level={launchConfidence} />
          {t(`common:confidence.${launchConfidence}`)}
        </p>
      </div>
      <ol className="px-3.5 pt-2 pb-1">
        {shownSignals(proof.signals).map(({ kind, at, path }) => (
          <li
            key={`${kind} ${at}`}
            className="grid grid-cols-[8rem_minmax(0,1fr)_minmax(0,6.5rem)] gap-2.5 max-sm:grid-cols-[7rem_minmax(0,1fr)] py-0.5 last:font-semibold"
          >
            <span className="text-muted">{dateOf(at, launchDate, formats)}</span>
            <span>{t(`store-details:signals.kinds.${kind}.name`)}</span>
            <span className="truncate text-end font-mono text-2xs text-faint max-sm:hidden">
              {kind === 'first_certificate' ? t('hero:proof.log') : path?.split('#')[0]}
            </span>
          </li>
        ))}
      </ol>
      <p className="border-t border-line px-3.5 pt-2 pb-2.5 text-muted">
        {reasonOf(launchReason)} {t('hero:proof.listed', { delay: duration(lagSeconds) })}
      </p>
    </aside>
  )
}

/** The two oldest traces and the last one: more would cover the open rows. */
const shownSignals = (signals: Props['proof']['signals']) =>
  signals.filter((_, at) => at < 2 || at === signals.length - 1)

/** The time only on the day itself, where the order within the day matters. */
function dateOf(at: string, launchDay: string | null, formats: ReturnType<typeof useFormats>) {
  const day = at.slice(0, 10)
  return day === launchDay ? `${formats.shortDay(day)}, ${at.slice(11, 19)}` : formats.shortDay(day)
}
