import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { addDays, type Day, daysBetween } from '#contracts/dates.ts'
import { useShortcuts } from '#web/lib/browser/shortcuts.ts'
import { cn } from '#web/lib/cn.ts'
import { addMonths, firstDayOf, lastDayOf, monthOf } from '#web/lib/dates/calendar.ts'
import {
  boundsOf,
  type DateSelection,
  EARLIEST_DAY,
  spanOf,
} from '#web/lib/dates/date-selection.ts'
import { StepButton } from '#web/ui/button.tsx'

type Props = {
  selection: DateSelection
  onChange: (selection: DateSelection) => void
  today: Day
  className?: string
  /** Between the two buttons. */
  children?: ReactNode
}

/** The previous and the next period, by button or arrow key. */
export function PeriodSteps({ selection, onChange, today, className, children }: Props) {
  const { t } = useTranslation('date-picker')
  const step = (direction: StepDirection) => {
    const next = stepPeriod(selection, direction, today)
    if (next) onChange(next)
  }
  useShortcuts({ ArrowLeft: () => step(-1), ArrowRight: () => step(1) })
  const button = (direction: StepDirection) => (
    <StepButton
      step={direction}
      label={t(direction === -1 ? 'period.previous' : 'period.next')}
      aria-keyshortcuts={direction === -1 ? 'ArrowLeft' : 'ArrowRight'}
      isEnd={stepPeriod(selection, direction, today) === null}
      onStep={() => step(direction)}
    />
  )
  return (
    <div className={cn('relative flex items-center', className)}>
      {button(-1)}
      {children}
      {button(1)}
    </div>
  )
}

type StepDirection = -1 | 1

/**
 * The period before or after this one, of the same length: a day, a number of days, or a whole
 * month. A step forward ends today at the latest. Null when there is no such period.
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
