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

/** Only what is being typed; everything else is written by us. */
export type Drafts = Partial<Record<TypedField, string>>

/** A single day stands in the first field alone. */
export function chosenDay(selection: DateSelection, field: TypedField): Day | null {
  if (field === 'to') return selection.kind === 'range' ? selection.to : null
  return boundsOf(selection)?.from ?? null
}

/**
 * What stands in the fields once `text` was typed into one. The other one keeps what it shows: a last day before the first one turns the
 * choice round while it is being typed, and the fields must not follow it.
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
 * What the two date fields say together. An empty last day means the first day alone; the days may come in any order.
 * With `isLimited` a range of more days than a call accepts is a problem.
 */
export function readTyped(from: TypedEnd, to: TypedEnd, today: Day, isLimited = false): TypedReading {
  const problem = problemOf('from', from, today) ?? problemOf('to', to, today)
  if (problem) return problem
  // Safe: what is unreadable is a problem.
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
