import { useTranslation } from 'react-i18next'
import { cn } from '#web/lib/cn.ts'
import { useFormats } from '#web/lib/i18n/format.ts'

/** From here on a score stands out. */
const HIGH = 80
const ALL = 100

/** The points; beside them how much of the score is known, unless all of it is. */
export function ScoreFigure({ points, known }: { points: number; known: number }) {
  const { t } = useTranslation('components')
  const formats = useFormats()
  return (
    <span className="inline-grid grid-cols-[2.125rem_auto] items-center whitespace-nowrap max-work:flex max-work:flex-row-reverse max-work:gap-1.5">
      <span
        className={cn(
          'min-w-6.5 justify-self-end rounded-sm px-1 text-center text-xs leading-4.5 font-semibold',
          points >= HIGH ? 'bg-sun-wash text-sun-ink' : 'text-ink',
        )}
      >
        {formats.number(points)}
      </span>
      {/* A space for those who hear it. */}
      {known < ALL && ' '}
      {known < ALL && (
        <span className="ps-1.25 text-xs font-normal text-faint">
          {t('score.ofKnown', { known: formats.number(known) })}
        </span>
      )}
    </span>
  )
}
