import * as z from 'zod/mini'
import { Day } from '#contracts/date-fields.ts'
import { daysBetween, MAX_RANGE_DAYS } from '#contracts/dates.ts'
import { endpoint } from '#contracts/endpoint.ts'
import { asOfField } from '#contracts/paging.ts'

/** What newly found stores are counted by: filters of the list. */
export const PulseGroup = z.enum(['category', 'country', 'theme', 'apps'])
export type PulseGroup = z.infer<typeof PulseGroup>

/** Which values are returned, and in which order. */
export const PulseRank = z.enum(['frequent', 'rising', 'falling', 'growth'])
export type PulseRank = z.infer<typeof PulseRank>

export const PULSE_ROWS = 25
/**
 * A change counts only if one of the two periods has so many stores: from one store to two is no
 * trend.
 */
export const PULSE_MIN_STORES = 5

const Change = z.object({
  /** In the period, and in the equally long one right before it. */
  now: z.int(),
  before: z.int(),
})

const Counts = z.object({
  ...Change.shape,
  /** Of these, the stores of the days that `comparedDays` counts. */
  compared: Change,
})

const PulseRow = z.object({
  ...Counts.shape,
  value: z.string(),
  label: z.nullable(z.string()),
  /** Of `now`, the stores that our last visit found alive. */
  alive: z.int(),
  /** Listed products of these stores; null except by category. */
  products: z.nullable(Change),
})
export type PulseRow = z.infer<typeof PulseRow>

const Span = z.object({ from: Day, to: Day })
/** Null: our data does not cover the day. */
const DayCount = z.object({ day: Day, stores: z.nullable(z.int()) })

/** Of the stores that are counted. */
export const Course = z.object({
  period: Span,
  previous: Span,
  total: z.object({ ...Counts.shape, alive: z.int() }),
  /** Days of each period that our data covers and that are over. */
  comparedDays: Change,
  /** The first day that our data covers from its beginning; null without any store. */
  coveredSince: z.nullable(Day),
  /** Every day of the period and of the one before. */
  days: z.array(DayCount),
  previousDays: z.array(DayCount),
  ...asOfField,
})
export type Course = z.infer<typeof Course>

/** The days are those of `value`, or of all stores. */
export const Pulse = z.extend(Course, {
  /** By `rank`. */
  rows: z.array(PulseRow),
})
export type Pulse = z.infer<typeof Pulse>

type Sides = z.infer<typeof Change>

/** Stores per covered day of both sides, times the same factor: whole numbers, so equal if equal. */
export const evenCounts = (compared: Sides, days: Sides): Sides => ({
  now: compared.now * days.before,
  before: compared.before * days.now,
})

export const isComparable = (days: Sides): boolean => days.now > 0 && days.before > 0

/** Of stores per covered day; null where days are missing or so few stores say nothing. */
export function growthOf(compared: Sides, days: Sides): number | null {
  if (!isComparable(days) || compared.before < PULSE_MIN_STORES) return null
  const { now, before } = evenCounts(compared, days)
  return (now - before) / before
}

/** So many standard deviations are exceeded by chance, in this direction, once in twenty times. */
const CHANCE_DEVIATIONS = 1.64

/**
 * Whether a change is larger than chance explains. Arrivals on their own vary by the square root of
 * their number.
 */
export function isBeyondChance(compared: Sides, days: Sides): boolean {
  const { now, before } = evenCounts(compared, days)
  const deviation = Math.sqrt(compared.now * days.before ** 2 + compared.before * days.now ** 2)
  return Math.abs(now - before) > CHANCE_DEVIATIONS * deviation
}

/** Stores are as old as we are: no period, and none before it, reaches further back. */
const EARLIEST: Day = '2010-01-01'

export const validPeriod = z.refine<{ from: Day; to: Day }>(
  ({ from, to }) => EARLIEST <= from && from <= to && daysBetween(from, to) <= MAX_RANGE_DAYS,
  { error: 'invalid_range', path: ['to'] },
)

/** A value of a group, as the filters of the list take it. */
export const groupValue = z.optional(z.string().check(z.minLength(1), z.maxLength(100)))

export const getPulse = endpoint({
  name: 'getPulse',
  method: 'GET',
  path: '/api/pulse',
  access: 'paid',
  summary: `Newly launched stores found in a period beside the equally long period before it, by category, country, theme or app. Each figure is the total of a list. \`rank\`: the ${PULSE_ROWS} most frequent values; those that gained (\`rising\`) or lost (\`falling\`) most stores; or those that grew most in relation to before (\`growth\`), which puts new values first. Changes are those of stores per day, over the days that the data covers and that are over (\`compared\`); they count from ${PULSE_MIN_STORES} stores on, in one of the two periods.`,
  query: z
    .object({
      by: z._default(PulseGroup, 'category'),
      rank: z._default(PulseRank, 'frequent'),
      from: Day,
      to: Day,
      /** Whose stores `days` count, as the filter `by` takes it. */
      value: groupValue,
    })
    .check(validPeriod),
  response: Pulse,
})

/** How cohorts may be narrowed, by the filters of the list. */
export const SurvivalGroup = z.enum(['country', 'category', 'theme'])
export type SurvivalGroup = z.infer<typeof SurvivalGroup>

/**
 * Launch weeks that are shown, the current one included: the first of them is just old enough for
 * day 180.
 */
export const SURVIVAL_WEEKS = 27
export const SURVIVAL_CHOICES = 15

const SurvivalPoint = z.object({
  /** Days after the launch. */
  day: z.int(),
  /** Stores that a visit on that day or later found alive. */
  survived: z.int(),
  /**
   * Stores of which we know whether they survived: `survived` and those that had closed by then.
   */
  known: z.int(),
})

export const SurvivalCohort = z.object({
  /** Monday of the launch week. */
  week: Day,
  /** Newly launched stores of that week. */
  stores: z.int(),
  points: z.array(SurvivalPoint),
})
export type SurvivalCohort = z.infer<typeof SurvivalCohort>

export const getSurvival = endpoint({
  name: 'getSurvival',
  method: 'GET',
  path: '/api/survival',
  access: 'paid',
  summary:
    'For each launch week of the last half year, how many newly launched stores were still alive on days 1 to 180. `value` is one of the list’s filter `by`.',
  query: z
    .object({ by: z.optional(SurvivalGroup), value: groupValue })
    .check(z.refine(({ by, value }) => value === undefined || by !== undefined)),
  response: z.object({
    /** Latest week first; omits weeks without a store. */
    cohorts: z.array(SurvivalCohort),
    /** The most frequent values of `by` in these weeks; empty without it. */
    choices: z.array(z.object({ value: z.string(), label: z.string(), stores: z.int() })),
  }),
})
