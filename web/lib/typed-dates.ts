import type { Day } from '#contracts/dates.ts'
import {
  boundsOf,
  EARLIEST_DAY,
  isTooLong,
  NO_DATES,
  spanOf,
  type DateSelection,
} from '#web/lib/date-selection.ts'
import type { TypedDay } from '#web/lib/date-words.ts'

export type TypedField = 'from' | 'to'
export type TypedProblem = 'invalid' | 'future' | 'tooLong'

/** Content of one field: empty, a date, or text that is not a date. */
export type TypedEnd = TypedDay | 'unreadable' | null

export type TypedReading =
  | {
      kind: 'selection'
      selection: DateSelection
      /** The input is complete, so it may apply before the field loses the focus. */
      isWhole: boolean
    }
  | { kind: 'problem'; field: TypedField; problem: TypedProblem }
  /** Only the end date is given, which is not an error yet. After both fields lose the focus, it counts as a single day. */
  | { kind: 'incomplete'; selection: DateSelection }

/** Only the text that the user is typing; all other text in the fields is formatted by the page. */
export type Drafts = Partial<Record<TypedField, string>>

/** The day shown in a field. For a single day, only the first field shows it. */
export function chosenDay(selection: DateSelection, field: TypedField): Day | null {
  if (field === 'to') return selection.kind === 'range' ? selection.to : null
  return boundsOf(selection)?.from ?? null
}

/**
 * The content of both fields after the user typed `text` into one. The other field keeps its text: an end date before the start date swaps
 * the selection during typing, and the fields must not swap with it.
 */
export function draftsAfter(
  drafts: Drafts,
  selection: DateSelection,
  dayText: (day: Day) => string,
  { field, text }: { field: TypedField; text: string },
): Drafts {
  const shown = (each: TypedField): string => {
    const chosen = chosenDay(selection, each)
    return drafts[each] ?? (chosen ? dayText(chosen) : '')
  }
  return { from: shown('from'), to: shown('to'), [field]: text }
}

/**
 * Reads both date fields together. An empty end date means the start date alone; the dates may come in any order. With `isLimited`, a range
 * of more days than the API accepts is a problem.
 */
export function readTyped(from: TypedEnd, to: TypedEnd, today: Day, isLimited = false): TypedReading {
  const problem = problemOf('from', from, today) ?? problemOf('to', to, today)
  if (problem) return problem
  // Safe: unreadable input has already been returned as a problem.
  const [first, last] = [from as TypedDay | null, to as TypedDay | null]
  if (!first) {
    return last
      ? { kind: 'incomplete', selection: spanOf(last.day, last.day) }
      : { kind: 'selection', selection: NO_DATES, isWhole: true }
  }
  const selection = spanOf(first.day, last?.day ?? first.day)
  if (isLimited && isTooLong(selection)) return { kind: 'problem', field: 'to', problem: 'tooLong' }
  return {
    kind: 'selection',
    selection,
    isWhole: first.isWhole && (last?.isWhole ?? true),
  }
}

function problemOf(field: TypedField, end: TypedEnd, today: Day): TypedReading | null {
  if (end === null) return null
  if (end === 'unreadable' || end.day < EARLIEST_DAY) return { kind: 'problem', field, problem: 'invalid' }
  return end.day > today ? { kind: 'problem', field, problem: 'future' } : null
}
