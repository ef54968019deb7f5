import type { Day } from '#contracts/dates.ts'

/** Of a core, for all days together. */
const SHARE = 0.1
/** On a busy machine everything takes long without costing more. */
const LONGEST_REST_MS = 10_000
/** A change of a store that was found long ago concerns thirty days: they wait for the next ones. */
const PAST_DAY_REST_MS = 30_000
const STEP_MS = 1_000
const LISTINGS_PER_BATCH = 2_000
const CLUSTERS = { first: 100, least: 1, most: 500 }

export type TrendPace = {
  /** Milliseconds until trends may be computed again. */
  waitMs: () => number
  /** Begins a step. Is there time for another batch in it, or in a share of it? */
  startStep: () => { hasTime: (share?: number) => boolean; end: () => void }
  /** Clusters to compute in one transaction. */
  batchSize: () => number
  noteBatch: (done: { clusters: number; listings: number }) => void
  /** Past days that were computed a moment ago. */
  restingDays: () => Day[]
  noteDay: (day: Day) => void
}

/**
 * Keeps trends to a tenth of a core: after a step they rest nine times as long as it took, transactions are small, and a past day is computed once in
 * half a minute at most, so that a wave of changes meets it once. In steady time: it is about this process, not about the world.
 */
export function createTrendPace(nowMs: () => number = () => performance.now()): TrendPace {
  let mayGoOnAtMs = 0
  let clusters = CLUSTERS.first
  const restUntilMs = new Map<Day, number>()
  return {
    waitMs: () => Math.max(0, mayGoOnAtMs - nowMs()),
    startStep() {
      const startedMs = nowMs()
      return {
        hasTime: (share = 1) => nowMs() - startedMs < STEP_MS * share,
        end() {
          const tookMs = nowMs() - startedMs
          mayGoOnAtMs = nowMs() + Math.min(LONGEST_REST_MS, (tookMs * (1 - SHARE)) / SHARE)
        },
      }
    },
    batchSize: () => clusters,
    noteBatch(done) {
      const fitting = Math.round((LISTINGS_PER_BATCH * done.clusters) / Math.max(1, done.listings))
      clusters = Math.min(CLUSTERS.most, clusters * 2, Math.max(CLUSTERS.least, fitting))
    },
    restingDays() {
      for (const [day, until] of restUntilMs) if (until <= nowMs()) restUntilMs.delete(day)
      return [...restUntilMs.keys()]
    },
    noteDay: (day) => void restUntilMs.set(day, nowMs() + PAST_DAY_REST_MS),
  }
}

/** Without any rest, for tests. */
export const unpaced: TrendPace = {
  waitMs: () => 0,
  startStep: () => ({ hasTime: () => true, end: () => undefined }),
  batchSize: () => CLUSTERS.first,
  noteBatch: () => undefined,
  restingDays: () => [],
  noteDay: () => undefined,
}
