import * as z from 'zod/mini'
import { Day } from '#contracts/date-fields.ts'
import { endpoint } from '#contracts/endpoint.ts'

/** Nearest-rank percentiles; null when there is nothing to measure. */
export const Lag = z.object({
  stores: z.int(),
  p50Seconds: z.nullable(z.number()),
  p90Seconds: z.nullable(z.number()),
  p95Seconds: z.nullable(z.number()),
})
export type Lag = z.infer<typeof Lag>

const FreshnessDay = z.object({
  day: Day,
  /** Newly launched stores found on the day; same definition as in every list and counter. */
  newStores: z.int(),
  /**
   * From the log entry to the moment the store is visible, for stores found while we followed their
   * log at its head.
   */
  live: Lag,
  /** The same, including stores found while we read the past of a log. */
  all: Lag,
  /**
   * From the start of the launch day to the day on which the store became visible; 0 = the same
   * day.
   */
  launchToVisible: z.object({
    stores: z.int(),
    p50Days: z.nullable(z.int()),
    p90Days: z.nullable(z.int()),
  }),
})
export type FreshnessDay = z.infer<typeof FreshnessDay>

const Stage = z.object({ p50Seconds: z.nullable(z.number()), p90Seconds: z.nullable(z.number()) })

const FreshnessLog = z.object({
  description: z.string(),
  operator: z.string(),
  /** `ended` = no longer followed, because the log takes no new certificates. */
  state: z.enum(['active', 'quarantined', 'ended']),
  /** Why the log is quarantined. */
  problem: z.nullable(z.string()),
  quarantinedSince: z.nullable(z.iso.datetime()),
  followedSince: z.nullable(z.iso.datetime()),
  /** End of the first catch-up; null while it is running. */
  liveSince: z.nullable(z.iso.datetime()),
  entriesRead: z.int(),
  entriesBehind: z.int(),
  /**
   * Share of the entries between our starting point and the log's head that we have read; rounded
   * down, null when there are no entries yet.
   */
  shareRead: z.nullable(z.number()),
  secondsSinceStep: z.number(),
})
export type FreshnessLog = z.infer<typeof FreshnessLog>

export const Queue = z.object({ waiting: z.int(), oldestSeconds: z.nullable(z.number()) })
export type Queue = z.infer<typeof Queue>

const Queues = z.object({
  firstVisit: Queue,
  recheck: Queue,
  resolve: Queue,
  catalogueWalk: Queue,
})
export type Queues = z.infer<typeof Queues>

const counts = { compared: z.int(), correct: z.int(), changed: z.int(), wrong: z.int() }

/** Result of the last completed re-check of a sample. */
export const Accuracy = z.object({
  /** `correct` ÷ `compared`, down to a tenth of a per cent. */
  share: z.number(),
  /** Stores that answered and were compared. */
  sample: z.int(),
  measuredAt: z.iso.datetime(),
  ...counts,
  /**
   * Values that we show as not published although the store publishes them; not part of `compared`.
   */
  missing: z.int(),
  /** Stores in the sample that did not answer. They are not part of the comparison. */
  unreachable: z.int(),
  fields: z.array(z.object({ field: z.string(), ...counts, missing: z.int() })),
})
export type Accuracy = z.infer<typeof Accuracy>

export const Freshness = z.object({
  measuredAt: z.iso.datetime(),
  /** The last 30 UTC days, latest first. */
  days: z.array(FreshnessDay),
  /** Where the time went for the live stores of the last 7 days. */
  stages: z.object({
    stores: z.int(),
    toRead: Stage,
    toPointed: Stage,
    toAsked: Stage,
    toVisible: Stage,
  }),
  logs: z.array(FreshnessLog),
  queues: Queues,
  /** Background jobs that failed on every attempt. */
  deadJobs: z.int(),
  accuracy: z.nullable(Accuracy),
  /** How each figure is measured: a heading in `docs/freshness.md`. */
  method: z.object({
    lag: z.literal('log_entry_to_visible'),
    live: z.literal('after_first_catch_up'),
    percentile: z.literal('nearest_rank'),
    coverage: z.literal('read_since_followed'),
    accuracy: z.literal('sample_visited_again'),
  }),
})
export type Freshness = z.infer<typeof Freshness>

/** The full text on how each figure is measured. */
export const FRESHNESS_TEXT_PATH = '/docs/freshness.md'

export const getFreshness = endpoint({
  name: 'getFreshness',
  method: 'GET',
  path: '/api/public/freshness',
  access: 'public',
  summary:
    'Measured figures: lag per day, coverage per log, age of every queue, and the last re-check of a sample.',
  response: Freshness,
})

/**
 * Whether discovery is behind: after the first start, and after a time in which it could not read
 * logs or visit stores.
 */
export const CatchUp = z.object({
  isCatchingUp: z.boolean(),
  /**
   * Share of the log entries that we have read, multiplied by the share of their stores that we
   * have visited; 1 when discovery is up to date.
   */
  share: z.number(),
  /** Logs whose past we are still reading. */
  logsBehind: z.int(),
  /** Hosts that wait for their first visit. 10,000 means 10,000 or more. */
  hostsWaiting: z.int(),
})
export type CatchUp = z.infer<typeof CatchUp>

export const getCatchUp = endpoint({
  name: 'getCatchUp',
  method: 'GET',
  path: '/api/public/catch-up',
  access: 'public',
  summary: 'Whether discovery is still catching up, and its progress.',
  response: CatchUp,
})
