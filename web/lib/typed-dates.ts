import { isDay, type Day } from '#contracts/dates.ts'
import { EARLIEST_DAY, isTooLong, NO_DATES, spanOf, type DateSelection } from '#web/lib/date-selection.ts'

export type TypedField = 'from' | 'to'
export type TypedProblem = 'invalid' | 'future' | 'order' | 'tooLong'

export type TypedReading =
  | { kind: 'selection'; selection: DateSelection }
  | { kind: 'problem'; field: TypedField; problem: TypedProblem }
  /** A last day without a first one: nothing wrong yet. */
  | { kind: 'incomplete' }

/** What the two date fields say. An empty last day means the first day alone. */
export function readTyped(from: string, to: string, today: Day): TypedReading {
  if (!from && !to) return { kind: 'selection', selection: NO_DATES }
  const problem = problemOf('from', from, today) ?? problemOf('to', to, today)
  if (problem) return problem
  if (!from) return { kind: 'incomplete' }
  if (!to) return { kind: 'selection', selection: { kind: 'single', date: from } }
  if (from > to) return { kind: 'problem', field: 'to', problem: 'order' }
  if (isTooLong(from, to)) return { kind: 'problem', field: 'to', problem: 'tooLong' }
  return { kind: 'selection', selection: spanOf(from, to) }
}

function problemOf(field: TypedField, text: string, today: Day): TypedReading | null {
  if (!text) return null
  if (!isDay(text) || text < EARLIEST_DAY) return { kind: 'problem', field, problem: 'invalid' }
  return text > today ? { kind: 'problem', field, problem: 'future' } : null
}
