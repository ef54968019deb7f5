import { addDays, type Day, daysBetween } from '#contracts/dates.ts'

type Span = { from: Day; to: Day }

/**
 * Which days two periods may be compared by. `found`: all days with a new store, in order. As among
 * the figures of today, we began during the first of them, and a day without any is one on which we
 * did not read.
 */
export function coverageOf(found: readonly { day: Day; stores: number }[], today: Day) {
  const [first] = found
  const since = first ? addDays(first.day, 1) : null
  const covered = new Set(found.slice(1).map(({ day }) => day))
  /** Without the days before our first whole one, and without today, which is not over. */
  const comparedPart = ({ from, to }: Span): Span | null => {
    if (since === null) return null
    const part = { from: from < since ? since : from, to: to < today ? to : addDays(today, -1) }
    return part.from <= part.to ? part : null
  }
  return {
    since,
    comparedPart,
    /** Today is counted up to now. */
    covers: (day: Day) => day === today || covered.has(day),
    countDays: (span: Span): number => {
      const part = comparedPart(span)
      return part ? daysOf(part).filter((day) => covered.has(day)).length : 0
    },
  }
}
export type Coverage = ReturnType<typeof coverageOf>

export const daysOf = ({ from, to }: Span): Day[] =>
  Array.from({ length: daysBetween(from, to) }, (_, at) => addDays(from, at))
