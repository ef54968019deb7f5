export const MINUTE_MS = 60 * 1000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** Longest range that a call accepts, both ends included. */
export const MAX_RANGE_DAYS = 366

const DAY = /^(20\d\d)-(\d\d)-(\d\d)$/

/** True for a real calendar day between 2000-01-01 and 2099-12-31, written YYYY-MM-DD. */
export function isDay(text: string): boolean {
  if (!DAY.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === text
}

/** A UTC calendar day, YYYY-MM-DD. */
export type Day = string

export const dayOf = (date: Date): Day => date.toISOString().slice(0, 10)
export const dayStart = (day: Day): Date => new Date(`${day}T00:00:00Z`)
export const addDays = (day: Day, count: number): Day =>
  dayOf(new Date(dayStart(day).getTime() + count * DAY_MS))
/** The day itself, or the last Monday before it. */
export const mondayOf = (day: Day): Day => addDays(day, -((dayStart(day).getUTCDay() + 6) % 7))
/** Days from `from` to `to`, both included: the same day gives 1. */
export const daysBetween = (from: Day, to: Day): number =>
  Math.round((dayStart(to).getTime() - dayStart(from).getTime()) / DAY_MS) + 1

export type DateQueryFields = {
  date?: Day | undefined
  dateRangeFrom?: Day | undefined
  dateRangeTo?: Day | undefined
}

/** First and last day of the query, or null for all days. */
export function daysOf(query: DateQueryFields): { from: Day; to: Day } | null {
  if (query.date) return { from: query.date, to: query.date }
  if (query.dateRangeFrom && query.dateRangeTo)
    return { from: query.dateRangeFrom, to: query.dateRangeTo }
  return null
}
