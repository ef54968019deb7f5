import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
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
import {
  boundsOf,
  type DateSelection,
  EARLIEST_DAY,
  isSameSelection,
  pickDay,
} from '#web/lib/dates/date-selection.ts'

export type CalendarNotice = 'future'

type Options = {
  selection: DateSelection
  onChange: (selection: DateSelection) => void
  today: Day
  weekStart: 0 | 1
  /** Number of months side by side. */
  monthCount: number
}

/** State of the calendar: the visible months, the day in the tab order, and the hovered range. */
export function useCalendar({ selection, onChange, today, weekStart, monthCount }: Options) {
  const anchor = boundsOf(selection)?.to ?? today
  const [lastMonth, setLastMonth] = useState<Month>(monthOf(anchor))
  const [activeDay, setActiveDay] = useState<Day>(anchor)
  const [pointedAt, setPointedAt] = useState<Day | null>(null)
  const [notice, setNotice] = useState<CalendarNotice | null>(null)
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
    tabDay: isShown(activeDay) && isSelectable(activeDay, today) ? activeDay : firstDayOf(lastMonth),
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
function useFocusedDay(day: Day): { grid: RefObject<HTMLDivElement | null>; focusNext: () => void } {
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
