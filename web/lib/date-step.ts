import { addDays, daysBetween, type Day } from '#contracts/dates.ts'
import { addMonths, firstDayOf, lastDayOf, monthOf } from '#web/lib/calendar.ts'
import { boundsOf, EARLIEST_DAY, spanOf, type DateSelection } from '#web/lib/date-selection.ts'

export type StepDirection = -1 | 1

/**
 * The period before or after this one, of the same length: a day, a number of days, or a whole month. A step forward ends today at the
 * latest. Null when there is no such period.
 */
export function stepPeriod(
  selection: DateSelection,
  direction: StepDirection,
  today: Day,
): DateSelection | null {
  const bounds = boundsOf(selection)
  if (!bounds || (direction === 1 && bounds.to >= today)) return null
  const { from, to } = isMonth(selection, today)
    ? monthAt(addMonths(monthOf(bounds.from), direction), today)
    : shifted(bounds, direction, today)
  return from < EARLIEST_DAY ? null : spanOf(from, to)
}

/** A whole month, or the current month up to today. */
function isMonth(selection: DateSelection, today: Day): boolean {
  if (selection.kind !== 'range') return false
  const month = monthAt(monthOf(selection.from), today)
  return selection.from === month.from && selection.to === month.to
}

function monthAt(month: string, today: Day): { from: Day; to: Day } {
  const last = lastDayOf(month)
  return { from: firstDayOf(month), to: last < today ? last : today }
}

function shifted({ from, to }: { from: Day; to: Day }, direction: StepDirection, today: Day) {
  const length = daysBetween(from, to)
  const wanted = addDays(to, direction * length)
  const end = wanted < today ? wanted : today
  return { from: addDays(end, 1 - length), to: end }
}
