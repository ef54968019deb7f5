import * as z from 'zod/mini'
import { Day } from '#contracts/date-fields.ts'
import { endpoint } from '#contracts/endpoint.ts'

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
    .object({
      by: z.optional(SurvivalGroup),
      value: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
    })
    .check(z.refine(({ by, value }) => value === undefined || by !== undefined)),
  response: z.object({
    /** Latest week first; omits weeks without a store. */
    cohorts: z.array(SurvivalCohort),
    /** The most frequent values of `by` in these weeks; empty without it. */
    choices: z.array(z.object({ value: z.string(), label: z.string(), stores: z.int() })),
  }),
})
