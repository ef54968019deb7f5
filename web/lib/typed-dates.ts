import type { Day } from '#contracts/dates.ts'
import { EARLIEST_DAY, NO_DATES, spanOf, type DateSelection } from '#web/lib/date-selection.ts'
import type { TypedDay } from '#web/lib/date-words.ts'

export type TypedField = 'from' | 'to'
export type TypedProblem = 'invalid' | 'future'

/** What one field says: nothing, a day, or something that is none. */
export type TypedEnd = TypedDay | 'unreadable' | null

export type TypedReading =
  | {
      kind: 'selection'
      selection: DateSelection
      /** More cannot be meant to follow, so it may count before the field is left. */
      isWhole: boolean
    }
  | { kind: 'problem'; field: TypedField; problem: TypedProblem }
  /** A last day without a first one: nothing wrong yet. It stands for itself once both fields are left. */
  | { kind: 'incomplete'; selection: DateSelection }

/** What the two date fields say together. An empty last day means the first day alone; the days may come in any order. */
export function readTyped(from: TypedEnd, to: TypedEnd, today: Day): TypedReading {
  const problem = problemOf('from', from, today) ?? problemOf('to', to, today)
  if (problem) return problem
  // Safe: what is unreadable is a problem.
  const [first, last] = [from as TypedDay | null, to as TypedDay | null]
  if (!first) {
    return last
      ? { kind: 'incomplete', selection: spanOf(last.day, last.day) }
      : { kind: 'selection', selection: NO_DATES, isWhole: true }
  }
  return {
    kind: 'selection',
    selection: spanOf(first.day, last?.day ?? first.day),
    isWhole: first.isWhole && (last?.isWhole ?? true),
  }
}

function problemOf(field: TypedField, end: TypedEnd, today: Day): TypedReading | null {
  if (end === null) return null
  if (end === 'unreadable' || end.day < EARLIEST_DAY) return { kind: 'problem', field, problem: 'invalid' }
  return end.day > today ? { kind: 'problem', field, problem: 'future' } : null
}
