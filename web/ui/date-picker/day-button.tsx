import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { Day } from '#contracts/dates.ts'
import { isSelectable, type DayMark } from '#web/lib/calendar.ts'
import { cn } from '#web/lib/cn.ts'
import { useDateFormats } from '#web/lib/date-format.ts'

type Props = {
  day: Day
  mark: DayMark
  /** Position in the range that a click would make. */
  tentativeMark: DayMark
  today: Day
  isTabStop: boolean
  onPick: (day: Day) => void
  onPointAt: (day: Day | null) => void
  onDayKey: (day: Day, event: KeyboardEvent) => void
}

/** The band of a range is behind the days, with rounded ends. */
const bands: Record<Exclude<DayMark, null>, string> = {
  only: '',
  start: 'bg-sun-wash rounded-s-md',
  between: 'bg-sun-wash',
  end: 'bg-sun-wash rounded-e-md',
}

export function DayButton({
  day,
  mark,
  tentativeMark,
  today,
  isTabStop,
  onPick,
  onPointAt,
  onDayKey,
}: Props) {
  const { t } = useTranslation('date-picker')
  const formats = useDateFormats()
  const isEnabled = isSelectable(day, today)
  const isEdge = mark === 'only' || mark === 'start' || mark === 'end'
  const notes = [
    formats.fullDay(day),
    day === today && t('day.today'),
    mark && t(`day.${mark}`),
    !isEnabled && t('day.future'),
  ]
  const band = mark ?? (isEnabled ? tentativeMark : null)
  return (
    <td
      aria-selected={mark !== null}
      className={cn('h-11 p-0', tentativeMark && !isEdge ? bands.between : band && bands[band])}
    >
      <button
        type="button"
        data-day={day}
        tabIndex={isTabStop ? 0 : -1}
        aria-label={notes.filter(Boolean).join(', ')}
        aria-current={day === today ? 'date' : undefined}
        aria-disabled={!isEnabled || undefined}
        onClick={() => onPick(day)}
        onPointerEnter={() => onPointAt(day)}
        onFocus={() => onPointAt(day)}
        onBlur={() => onPointAt(null)}
        onKeyDown={(event) => onDayKey(day, event)}
        className={cn(
          'relative grid h-11 w-full place-items-center rounded-md text-sm focus-visible:z-10',
          isEnabled
            ? 'hover:outline-2 hover:-outline-offset-2 hover:outline-control'
            : 'cursor-not-allowed! text-control',
          isEdge ? 'bg-action font-semibold text-on-action' : isEnabled && 'text-ink',
        )}
      >
        {Number(day.slice(8))}
        {day === today && <span className="absolute bottom-1.5 h-0.75 w-4 rounded-full bg-sun" aria-hidden />}
      </button>
    </td>
  )
}
