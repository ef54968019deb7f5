import * as z from 'zod/mini'
import { type DateQueryFields, daysBetween, isDay, MAX_RANGE_DAYS } from './dates.ts'

/** A UTC calendar day, YYYY-MM-DD. */
export const Day = z.string().check(z.refine(isDay, { error: 'invalid_date' }))
export type Day = z.infer<typeof Day>

/** `date`, or `dateRangeFrom` with `dateRangeTo`. Without any of them the query covers all days. */
export const dateFields = {
  date: z.optional(Day),
  dateRangeFrom: z.optional(Day),
  dateRangeTo: z.optional(Day),
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
