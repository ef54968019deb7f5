import { addDays } from '#contracts/dates.ts'
import type { Freshness, FreshnessDay, FreshnessLog } from '#contracts/operations/freshness.ts'

const NO_LAG = { stores: 0, p50Seconds: null, p90Seconds: null, p95Seconds: null }
const NO_STAGE = { p50Seconds: null, p90Seconds: null }
const NO_QUEUE = { waiting: 0, oldestSeconds: null }

export const exampleDay = (values: Partial<FreshnessDay> = {}): FreshnessDay => ({
  day: '2026-03-10',
  newStores: 0,
  live: NO_LAG,
  all: NO_LAG,
  launchToVisible: { stores: 0, p50Days: null, p90Days: null },
  ...values,
})

export const exampleLog = (values: Partial<FreshnessLog> = {}): FreshnessLog => ({
  description: 'Quick 2026h1',
  operator: 'Ant',
  state: 'active',
  problem: null,
  quarantinedSince: null,
  followedSince: '2026-03-01T00:00:00.000Z',
  liveSince: '2026-03-01T00:10:00.000Z',
  entriesRead: 600_000,
  entriesBehind: 17,
  shareRead: 0.9999,
  secondsSinceStep: 3,
  ...values,
})

/** An installation in its first minute: nothing read, found or measured. For tests. */
export const exampleFreshness = (values: Partial<Freshness> = {}): Freshness => ({
  measuredAt: '2026-03-10T12:00:00.000Z',
  days: Array.from({ length: 30 }, (_, ago) => exampleDay({ day: addDays('2026-03-10', -ago) })),
  stages: {
    stores: 0,
    toRead: NO_STAGE,
    toPointed: NO_STAGE,
    toAsked: NO_STAGE,
    toVisible: NO_STAGE,
  },
  logs: [],
  queues: { firstVisit: NO_QUEUE, recheck: NO_QUEUE, resolve: NO_QUEUE, catalogueWalk: NO_QUEUE },
  deadJobs: 0,
  accuracy: null,
  method: {
    lag: 'log_entry_to_visible',
    live: 'after_first_catch_up',
    percentile: 'nearest_rank',
    coverage: 'read_since_followed',
    accuracy: 'sample_visited_again',
  },
  ...values,
})
