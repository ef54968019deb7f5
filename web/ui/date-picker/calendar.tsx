import { useId, type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Day } from '#contracts/dates.ts'
import {
  addMonths,
  dayAfterKey,
  firstDayOf,
  isSelectable,
  type Month,
  monthOf,
  tentativeRange,
} from '#web/lib/dates/calendar.ts'
import { cn } from '#web/lib/cn.ts'
import { useDateFormats } from '#web/lib/dates/date-format.ts'
import {
  type DatesProps,
  boundsOf,
  EARLIEST_DAY,
  isSameSelection,
  pickDay,
} from '#web/lib/dates/date-selection.ts'
import { Bone } from '#web/ui/feedback/loaded.tsx'
import { StepButton } from '#web/ui/button.tsx'
import { MonthGrid } from './month-grid.tsx'

type Props = DatesProps & {
  monthCount: 1 | 2
  /** Low rows; the month is at the top right of the positioned box around the calendar. */
  isCompact?: boolean
  /** Stores found on each day, shown below its number; days without any are missing. */
  counts?: ReadonlyMap<Day, number>
}

/** By the APG grid pattern: one tab stop, arrows, Home, End, Page, Shift and Page. */
export function Calendar({
  selection,
  onChange,
  today,
  monthCount,
  isCompact = false,
  counts,
}: Props) {
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
  const months = calendar.months.map(formats.month).join(', ')
  return (
    <div className={isCompact ? undefined : 'relative'}>
      <div className={isCompact ? 'absolute end-1.5 top-1 flex items-center' : 'contents'}>
        <StepButton
          step={-1}
          label={t('calendar.previous')}
          isEnd={!calendar.hasPrevious}
          onStep={() => calendar.showMonth(-1)}
          className={isCompact ? SMALL : 'absolute start-0 top-0'}
        />
        {isCompact && (
          <span
            aria-hidden
            className="w-17 text-center text-xs font-semibold whitespace-nowrap first-letter:uppercase"
          >
            {calendar.months.map(formats.yearMonth)}
          </span>
        )}
        <StepButton
          step={1}
          label={t('calendar.next')}
          isEnd={!calendar.hasNext}
          onStep={() => calendar.showMonth(1)}
          className={isCompact ? SMALL : 'absolute end-0 top-0'}
        />
      </div>
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
            days={calendar}
            isCompact={isCompact}
            counts={counts}
          />
        ))}
      </div>
      <p id={helpId} className="sr-only">
        {t('calendar.help')}
      </p>
      <p className="sr-only" aria-live="polite">
        {months}
      </p>
      <p
        role="status"
        className={cn('text-sm text-muted', isCompact ? 'text-xs' : 'mt-1 min-h-5.5')}
      >
        {calendar.notice && t(`calendar.notice.${calendar.notice}`)}
      </p>
    </div>
  )
}

const SMALL = 'size-8! pointer-coarse:size-11!'

const COLUMNS = 7
const CELLS = 35

/** The surrounding skeleton makes the announcement. */
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

type Options = DatesProps & { weekStart: 0 | 1; monthCount: number }

function useCalendar({ selection, onChange, today, weekStart, monthCount }: Options) {
  const anchor = boundsOf(selection)?.to ?? today
  const [lastMonth, setLastMonth] = useState<Month>(monthOf(anchor))
  const [activeDay, setActiveDay] = useState<Day>(anchor)
  const [pointedAt, setPointedAt] = useState<Day | null>(null)
  const [notice, setNotice] = useState<'future' | null>(null)
  const [seen, setSeen] = useState(selection)
  const [picked, setPicked] = useState(selection)
  const firstMonth = addMonths(lastMonth, 1 - monthCount)
  const isShown = (day: Day) => monthOf(day) >= firstMonth && monthOf(day) <= lastMonth

  const show = (day: Day) => {
    if (monthOf(day) > lastMonth) setLastMonth(monthOf(day))
    else if (monthOf(day) < firstMonth) setLastMonth(addMonths(monthOf(day), monthCount - 1))
  }
  // The selection changed elsewhere, by a preset or by typing; turn to its month.
  if (!isSameSelection(seen, selection)) {
    setSeen(selection)
    if (!isSameSelection(picked, selection)) {
      setPicked(selection)
      setActiveDay(anchor)
      show(anchor)
    }
  }

  const { grid, focusNext } = useFocusedDay(activeDay)
  const pick = (day: Day) => {
    if (!isSelectable(day, today)) return setNotice('future')
    setNotice(null)
    const next = pickDay(selection, day)
    setActiveDay(day)
    setPicked(next)
    onChange(next)
  }
  const onDayKey = (day: Day, event: KeyboardEvent) => {
    const next = dayAfterKey(day, { key: event.key, isShift: event.shiftKey }, today, weekStart)
    if (next === null) return
    event.preventDefault()
    setNotice(next === day && event.key.startsWith('Arrow') ? 'future' : null)
    if (next === day) return
    setActiveDay(next)
    show(next)
    focusNext()
  }
  const showMonth = (count: number) => {
    const month = addMonths(lastMonth, count)
    setLastMonth(month)
    setActiveDay(firstSelectableDay(month))
  }

  return {
    grid,
    months: Array.from({ length: monthCount }, (_, at) => addMonths(firstMonth, at)),
    tabDay:
      isShown(activeDay) && isSelectable(activeDay, today) ? activeDay : firstDayOf(lastMonth),
    tentative: tentativeRange(selection, pointedAt),
    notice,
    hasPrevious: firstMonth > monthOf(EARLIEST_DAY),
    hasNext: lastMonth < monthOf(today),
    pick,
    pointAt: setPointedAt,
    showMonth,
    onDayKey,
  }
}

function firstSelectableDay(month: Month): Day {
  const first = firstDayOf(month)
  return first < EARLIEST_DAY ? EARLIEST_DAY : first
}

/** Moves the focus after the months have rendered, and only after a key press. */
function useFocusedDay(day: Day) {
  const grid = useRef<HTMLDivElement>(null)
  const isWanted = useRef(false)
  useLayoutEffect(() => {
    if (!isWanted.current) return
    isWanted.current = false
    grid.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus()
  }, [day])
  return {
    grid,
    focusNext: () => {
      isWanted.current = true
    },
  }
}
