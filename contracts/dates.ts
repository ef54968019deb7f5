import * as z from 'zod/mini'

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
export const Day = z.string().check(z.refine(isDay, { error: 'invalid_date' }))
export type Day = z.infer<typeof Day>

export const dayOf = (date: Date): Day => date.toISOString().slice(0, 10)
export const dayStart = (day: Day): Date => new Date(`${day}T00:00:00Z`)
export const addDays = (day: Day, count: number): Day =>
  dayOf(new Date(dayStart(day).getTime() + count * DAY_MS))
/** Days from `from` to `to`, both included: the same day gives 1. */
export const daysBetween = (from: Day, to: Day): number =>
  Math.round((dayStart(to).getTime() - dayStart(from).getTime()) / DAY_MS) + 1

/** `date`, or `dateRangeFrom` with `dateRangeTo`. Without any of them the query covers all days. */
export const dateFields = {
  date: z.optional(Day),
  dateRangeFrom: z.optional(Day),
  dateRangeTo: z.optional(Day),
}

type DateQueryFields = {
  date?: Day | undefined
  dateRangeFrom?: Day | undefined
  dateRangeTo?: Day | undefined
}

function isValidDateRange(query: DateQueryFields): boolean {
  const { date, dateRangeFrom: from, dateRangeTo: to } = query
  if (date) return !from && !to
  if (!from && !to) return true
  if (!from || !to) return false
  return from <= to && daysBetween(from, to) <= MAX_RANGE_DAYS
}

/**
 * Apply it to every schema that holds `dateFields`: both ends or neither, in order, at most
 * `MAX_RANGE_DAYS` days.
 */
export const validDateRange = z.refine<DateQueryFields>(isValidDateRange, {
  error: 'invalid_range',
  path: ['dateRangeTo'],
})

export const DateQuery = z.object(dateFields).check(validDateRange)
export type DateQuery = z.infer<typeof DateQuery>

/** First and last day of the query, or null for all days. */
export function daysOf(query: DateQueryFields): { from: Day; to: Day } | null {
  if (query.date) return { from: query.date, to: query.date }
  if (query.dateRangeFrom && query.dateRangeTo)
    return { from: query.dateRangeFrom, to: query.dateRangeTo }
  return null
}
