import type { Day } from '#contracts/dates.ts'
import { EARLIEST_DAY, isTooLong, spanOf, type DateSelection } from '#web/lib/date-selection.ts'
import { type DateWords, readDay } from '#web/lib/date-words.ts'

export type DaysReading =
  | { kind: 'dates'; dates: DateSelection }
  | { kind: 'future'; day: Day }
  | { kind: 'tooLong' }
  | null

const BETWEEN = /\s*(?:–|—|\.\.\.?|…)\s*|\s+-\s+/

/** Reads a date, or two dates joined by a dash, from the typed text; null when it contains neither. */
export function readTypedDays(text: string, words: DateWords): DaysReading {
  const ends = text.split(BETWEEN)
  const days = ends.map((end) => readDay(end, words)?.day ?? null)
  const [first, last = first] = days
  if (days.length > 2 || !first || !last || first < EARLIEST_DAY || last < EARLIEST_DAY) return null
  const future = [first, last].find((day) => day > words.today)
  if (future) return { kind: 'future', day: future }
  const dates = spanOf(first, last)
  return isTooLong(dates) ? { kind: 'tooLong' } : { kind: 'dates', dates }
}
