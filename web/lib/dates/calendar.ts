import { useSyncExternalStore } from 'react'
import { addDays, type Day, dayOf, dayStart } from '#contracts/dates.ts'
import { boundsOf, type DateSelection, EARLIEST_DAY, spanOf } from './date-selection.ts'

/** YYYY-MM */
export type Month = string

const WEEK_DAYS = 7
/** Every month has six rows, so that nothing below moves when the month changes. */
const ROWS = 6
/** How many days the keyboard navigation may skip to find a selectable one. */
const MAX_RETRIES = 365

export const monthOf = (day: Day): Month => day.slice(0, 7)
export const firstDayOf = (month: Month): Day => `${month}-01`

export function addMonths(month: Month, count: number): Month {
  const date = dayStart(firstDayOf(month))
  date.setUTCMonth(date.getUTCMonth() + count)
  return monthOf(dayOf(date))
}

export const lastDayOf = (month: Month): Day => addDays(firstDayOf(addMonths(month, 1)), -1)

/** 0 = the first day of the week in this language. */
const columnOf = (day: Day, weekStart: 0 | 1) =>
  (dayStart(day).getUTCDay() - weekStart + WEEK_DAYS) % WEEK_DAYS

/** Six weeks of seven cells; null for cells outside the month. */
export function weeksOf(month: Month, weekStart: 0 | 1): (Day | null)[][] {
  const first = firstDayOf(month)
  const offset = columnOf(first, weekStart)
  return Array.from({ length: ROWS }, (_, row) =>
    Array.from({ length: WEEK_DAYS }, (_, column) => {
      const day = addDays(first, row * WEEK_DAYS + column - offset)
      return monthOf(day) === month ? day : null
    }),
  )
}

/** 31 January plus one month is 28 February. */
export function shiftMonths(day: Day, count: number): Day {
  const month = addMonths(monthOf(day), count)
  const wanted = addDays(firstDayOf(month), Number(day.slice(8)) - 1)
  return monthOf(wanted) === month ? wanted : lastDayOf(month)
}

export const isSelectable = (day: Day, today: Day): boolean => day >= EARLIEST_DAY && day <= today

type GridKey = { key: string; isShift: boolean }

/**
 * By the grid pattern, skipping days that cannot be selected: the same day when there is no other,
 * null for other keys.
 */
export function dayAfterKey(
  day: Day,
  { key, isShift }: GridKey,
  today: Day,
  weekStart: 0 | 1,
): Day | null {
  const column = columnOf(day, weekStart)
  switch (key) {
    case 'ArrowLeft':
      return nextSelectable(day, -1, today)
    case 'ArrowRight':
      return nextSelectable(day, 1, today)
    case 'ArrowUp':
      return nextSelectable(day, -WEEK_DAYS, today)
    case 'ArrowDown':
      return nextSelectable(day, WEEK_DAYS, today)
    case 'Home':
      return nearestSelectable(addDays(day, -column), 1, today) ?? day
    case 'End':
      return nearestSelectable(addDays(day, WEEK_DAYS - 1 - column), -1, today) ?? day
    case 'PageUp':
      return nearestSelectable(shiftMonths(day, isShift ? -12 : -1), 1, today) ?? day
    case 'PageDown':
      return nearestSelectable(shiftMonths(day, isShift ? 12 : 1), -1, today) ?? day
    default:
      return null
  }
}

const nextSelectable = (day: Day, step: number, today: Day): Day =>
  nearestSelectable(addDays(day, step), step, today) ?? day

function nearestSelectable(start: Day, step: number, today: Day): Day | null {
  let day = start
  for (let attempt = 0; attempt <= MAX_RETRIES; attempt++) {
    if (isSelectable(day, today)) return day
    day = addDays(day, step)
  }
  return null
}

export type DayMark = 'start' | 'end' | 'only' | 'between' | null

/**
 * Position of a day in the selection. While the pointer is on a day, the selection is the range
 * that a click would make.
 */
export function markOf(day: Day, selection: DateSelection): DayMark {
  const bounds = boundsOf(selection)
  if (!bounds || day < bounds.from || day > bounds.to) return null
  if (bounds.from === bounds.to) return 'only'
  if (day === bounds.from) return 'start'
  return day === bounds.to ? 'end' : 'between'
}

/** The range that a click on the hovered day would make; null when it would make none. */
export function tentativeRange(
  selection: DateSelection,
  pointedAt: Day | null,
): DateSelection | null {
  if (selection.kind !== 'single' || !pointedAt || pointedAt === selection.date) return null
  return spanOf(selection.date, pointedAt)
}

const CHECK_EVERY_MS = 20_000

function subscribe(listener: () => void): () => void {
  const timer = setInterval(listener, CHECK_EVERY_MS)
  return () => clearInterval(timer)
}

/** Updates on a page that stays open over midnight. */
export const useCurrentDay = (current: () => Day): Day =>
  useSyncExternalStore(subscribe, current, current)

const current = () => dayOf(new Date())

/** The current UTC day. */
export const useToday = (): Day => useCurrentDay(current)
