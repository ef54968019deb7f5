import type { Day } from '#contracts/dates.ts'

/** Share of a core, for all days together. */
const SHARE = 0.1
/**
 * Processor time of the database, measured on a quiet machine: elapsed time on a busy one says
 * nothing about the cost.
 */
const COST_MS = { invalidation: 0.1, cluster: 1, listing: 0.02 }
const STEP_COST_MS = 400
const MAX_STEP_MS = 5_000
/**
 * A change of an old store affects thirty days; past days wait, so that further changes are
 * included.
 */
const PAST_DAY_PAUSE_MS = 30_000
const LISTINGS_PER_BATCH = 1_000
const CLUSTERS = { first: 50, min: 1, max: 250 }
/** One invalidation may concern thirty days of a cluster with hundreds of listings. */
const ROWS_PER_QUEUEING = 2_000
const INVALIDATIONS = { first: 20, min: 1, max: 100 }

type Work = Partial<Record<'invalidations' | 'rowsRead' | 'clusters' | 'listings', number>>

export type TrendThrottle = {
  /** Milliseconds until trends may be computed again. */
  waitMs: () => number
  /** Starts a step. `hasTime` tells whether the step, or a share of it, has time left. */
  startStep: () => { hasTime: (share?: number) => boolean; end: () => void }
  batchSize: () => number
  queueingSize: () => number
  record: (work: Work) => void
  pausedDays: () => Day[]
  recordDay: (day: Day) => void
}

/**
 * A tenth of a core: after a step trends pause nine times as long as its work costs, transactions
 * are small, and a past day is computed at most once in half a minute, so that a wave of changes
 * costs one computation. Monotonic time: it concerns this process, not the data.
 */
export function createTrendThrottle(nowMs: () => number = () => performance.now()): TrendThrottle {
  let mayContinueAtMs = 0
  let costMs = 0
  let clusters = CLUSTERS.first
  let invalidations = INVALIDATIONS.first
  const pausedUntilMs = new Map<Day, number>()
  return {
    waitMs: () => Math.max(0, mayContinueAtMs - nowMs()),
    startStep() {
      const startedMs = nowMs()
      costMs = 0
      return {
        hasTime: (share = 1) =>
          costMs < STEP_COST_MS * share && nowMs() - startedMs < MAX_STEP_MS * share,
        end() {
          const spentMs = Math.min(costMs, nowMs() - startedMs)
          mayContinueAtMs = nowMs() + (spentMs * (1 - SHARE)) / SHARE
        },
      }
    },
    batchSize: () => clusters,
    queueingSize: () => invalidations,
    record(work) {
      const { invalidations: queued = 0, rowsRead = 0, clusters: computed = 0, listings = 0 } = work
      costMs +=
        queued * COST_MS.invalidation + computed * COST_MS.cluster + listings * COST_MS.listing
      if (queued > 0)
        invalidations = adaptSize(
          invalidations,
          INVALIDATIONS,
          (ROWS_PER_QUEUEING * queued) / Math.max(1, rowsRead),
        )
      if (computed > 0)
        clusters = adaptSize(
          clusters,
          CLUSTERS,
          (LISTINGS_PER_BATCH * computed) / Math.max(1, listings),
        )
    },
    pausedDays() {
      for (const [day, until] of pausedUntilMs) if (until <= nowMs()) pausedUntilMs.delete(day)
      return [...pausedUntilMs.keys()]
    },
    recordDay: (day) => void pausedUntilMs.set(day, nowMs() + PAST_DAY_PAUSE_MS),
  }
}

/** Grows at most twofold from batch to batch, because the next one may be dearer. */
const adaptSize = (
  size: number,
  { min, max }: { min: number; max: number },
  fitting: number,
): number => Math.min(max, size * 2, Math.max(min, Math.round(fitting)))

/** Without pauses, for tests. */
export const UNTHROTTLED: TrendThrottle = {
  waitMs: () => 0,
  startStep: () => ({ hasTime: () => true, end: () => undefined }),
  batchSize: () => CLUSTERS.first,
  queueingSize: () => INVALIDATIONS.max,
  record: () => undefined,
  pausedDays: () => [],
  recordDay: () => undefined,
}
