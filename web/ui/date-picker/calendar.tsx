import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Day } from '#contracts/dates.ts'
import { useDateFormats } from '#web/lib/dates/date-format.ts'
import type { DateSelection } from '#web/lib/dates/date-selection.ts'
import { Button } from '#web/ui/button.tsx'
import { Bone } from '#web/ui/feedback/skeleton.tsx'
import { MonthGrid } from './month-grid.tsx'
import { useCalendar } from './use-calendar.ts'

type Props = {
  selection: DateSelection
  onChange: (selection: DateSelection) => void
  today: Day
  monthCount: 1 | 2
}

/** A calendar for one day or a range, following the APG grid pattern: one tab stop, arrows, Home, End, Page, Shift and Page. */
export function Calendar({ selection, onChange, today, monthCount }: Props) {
  const { t } = useTranslation('date-picker')
  const formats = useDateFormats()
  const helpId = useId()
  const { grid, ...calendar } = useCalendar({
    selection,
    onChange,
    today,
    monthCount,
    weekStart: formats.weekStart,
  })
  return (
    <div>
      <div className="relative">
        <MonthButton direction="previous" isEnabled={calendar.hasPrevious} onTurn={calendar.showMonth} />
        <MonthButton direction="next" isEnabled={calendar.hasNext} onTurn={calendar.showMonth} />
        <div
          ref={grid}
          role="group"
          aria-label={t('calendar.label')}
          aria-describedby={helpId}
          className={monthCount === 2 ? 'grid grid-cols-2 gap-8' : undefined}
          onPointerLeave={() => calendar.pointAt(null)}
        >
          {calendar.months.map((month) => (
            <MonthGrid
              key={month}
              month={month}
              today={today}
              selection={selection}
              tentative={calendar.tentative}
              tabDay={calendar.tabDay}
              onPick={calendar.pick}
              onPointAt={calendar.pointAt}
              onDayKey={calendar.onDayKey}
            />
          ))}
        </div>
      </div>
      <p id={helpId} className="sr-only">
        {t('calendar.help')}
      </p>
      <p className="sr-only" aria-live="polite">
        {calendar.months.map(formats.month).join(', ')}
      </p>
      <p className="mt-1 min-h-5.5 text-sm text-muted" role="status">
        {calendar.notice && t(`calendar.notice.${calendar.notice}`)}
      </p>
    </div>
  )
}

type MonthButtonProps = {
  direction: 'previous' | 'next'
  isEnabled: boolean
  onTurn: (count: number) => void
}

/** Stays focusable at the end of the calendar, so that keyboard users do not lose the focus. */
function MonthButton({ direction, isEnabled, onTurn }: MonthButtonProps) {
  const { t } = useTranslation('date-picker')
  const Icon = direction === 'previous' ? ChevronLeft : ChevronRight
  return (
    <Button
      variant="quiet"
      size="icon"
      aria-label={t(`calendar.${direction}`)}
      aria-disabled={!isEnabled || undefined}
      onClick={() => isEnabled && onTurn(direction === 'previous' ? -1 : 1)}
      className={direction === 'previous' ? 'absolute start-0 top-0' : 'absolute end-0 top-0'}
    >
      <Icon className="size-5" aria-hidden />
    </Button>
  )
}

const COLUMNS = 7
const CELLS = 35

/** Seven columns, 35 cells. Hidden from screen readers; the surrounding skeleton makes the announcement. */
export function CalendarSkeleton() {
  return (
    <div aria-hidden>
      <Bone className="mx-auto mt-2 h-5 w-36" />
      <div className="mt-5 grid grid-cols-7 gap-x-2">
        {Array.from({ length: COLUMNS }, (_, at) => (
          <Bone key={at} className="mx-auto h-4 w-6" />
        ))}
      </div>
      <div className="mt-2 mb-13 grid grid-cols-7 gap-1">
        {Array.from({ length: CELLS }, (_, at) => (
          <Bone key={at} className="h-10" />
        ))}
      </div>
    </div>
  )
}
