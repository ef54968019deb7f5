import type { Day } from '#contracts/dates.ts'

/** Share of a core, for all days together. */
const SHARE = 0.1
/** Processor time of the database, measured on a quiet machine: elapsed time on a busy one says nothing about the cost. */
const COST_MS = { note: 0.1, cluster: 1, listing: 0.02 }
const STEP_COST_MS = 400
const LONGEST_STEP_MS = 5_000
/** A change of an old store affects thirty days; past days wait, so that further changes are included. */
const PAST_DAY_REST_MS = 30_000
const LISTINGS_PER_BATCH = 2_000
const CLUSTERS = { first: 100, least: 1, most: 500 }

type Work = Partial<Record<'notes' | 'clusters' | 'listings', number>>

export type TrendPace = {
  /** Milliseconds until trends may be computed again. */
  waitMs: () => number
  /** Starts a step. `hasTime` tells whether the step, or a share of it, has time left. */
  startStep: () => { hasTime: (share?: number) => boolean; end: () => void }
  /** Clusters to compute in one transaction. */
  batchSize: () => number
  /** Records the work done in the step. */
  note: (work: Work) => void
  /** Past days that were computed recently. */
  restingDays: () => Day[]
  noteDay: (day: Day) => void
}

/**
 * Limits trends to a tenth of a core: after a step they rest nine times as long as its work costs, transactions are small, and a past day
 * is computed at most once in half a minute, so that a wave of changes costs it one computation. It uses monotonic time, because it
 * concerns this process, not the world.
 */
export function createTrendPace(nowMs: () => number = () => performance.now()): TrendPace {
  let mayGoOnAtMs = 0
  let costMs = 0
  let clusters = CLUSTERS.first
  const restUntilMs = new Map<Day, number>()
  return {
    waitMs: () => Math.max(0, mayGoOnAtMs - nowMs()),
    startStep() {
      const startedMs = nowMs()
      costMs = 0
      return {
        hasTime: (share = 1) =>
          costMs < STEP_COST_MS * share && nowMs() - startedMs < LONGEST_STEP_MS * share,
        end() {
          const spentMs = Math.min(costMs, nowMs() - startedMs)
          mayGoOnAtMs = nowMs() + (spentMs * (1 - SHARE)) / SHARE
        },
      }
    },
    batchSize: () => clusters,
    note(work) {
      const { notes = 0, clusters: computed = 0, listings = 0 } = work
      costMs += notes * COST_MS.note + computed * COST_MS.cluster + listings * COST_MS.listing
      if (computed === 0) return
      const fitting = Math.round((LISTINGS_PER_BATCH * computed) / Math.max(1, listings))
      clusters = Math.min(CLUSTERS.most, clusters * 2, Math.max(CLUSTERS.least, fitting))
    },
    restingDays() {
      for (const [day, until] of restUntilMs) if (until <= nowMs()) restUntilMs.delete(day)
      return [...restUntilMs.keys()]
    },
    noteDay: (day) => void restUntilMs.set(day, nowMs() + PAST_DAY_REST_MS),
  }
}

/** Without pauses, for tests. */
export const unpaced: TrendPace = {
  waitMs: () => 0,
  startStep: () => ({ hasTime: () => true, end: () => undefined }),
  batchSize: () => CLUSTERS.first,
  note: () => undefined,
  restingDays: () => [],
  noteDay: () => undefined,
}
