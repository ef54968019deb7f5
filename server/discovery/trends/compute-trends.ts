import { type Day, dayOf } from '#contracts/dates.ts'
import { countFirstVisits } from '#server/discovery/candidates.ts'
import { holdOffErasure } from '#server/opt-out/api.ts'
import type { AppContext } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { tryLock } from '#server/platform/locks.ts'
import { countTrends } from './count-trends.ts'
import { MATCHED_AT_ONCE, matchProducts } from './match-products.ts'
import { saveTrends } from './save-trends.ts'
import { queueByTime } from './trend-days.ts'
import { findDueDays, queueInvalidated, takeQueued } from './trend-queue.ts'

const MATCHES_PER_STEP = 4
const BUSY_MS = 250
/** The share of a step for queueing: the queued clusters need time too. */
const QUEUE_SHARE = 0.5
const IDLE_MS = 5_000
/** While more hosts than this wait for their first visit, they have priority on the database. */
const FEW_FIRST_VISITS = 10

/**
 * Finds the same product in several stores, then computes the changed clusters, the latest day first. Neither waits for the other to
 * finish: today always has trends, and they improve. @returns milliseconds to rest
 */
export async function computeTrendsStep(ctx: AppContext, pace: TrendPace = unpaced): Promise<number> {
  const isBehind = (await countFirstVisits(ctx.db, FEW_FIRST_VISITS + 1)) > FEW_FIRST_VISITS
  let matched = MATCHED_AT_ONCE
  for (let round = 0; round < (isBehind ? 1 : MATCHES_PER_STEP) && matched >= MATCHED_AT_ONCE; round++)
    matched = await matchProducts(ctx)
  // While the database is busy with first visits, each statement takes long, which the share is not meant to count.
  const isResting = !isBehind && pace.waitMs() > 0
  const isLeft = isResting || (await computeChanged(ctx, pace))
  if (isBehind) return IDLE_MS
  if (matched > 0) return BUSY_MS
  return isLeft ? Math.min(IDLE_MS - 1, Math.max(BUSY_MS, pace.waitMs())) : IDLE_MS
}

/** @returns whether more could be computed now */
async function computeChanged(ctx: AppContext, pace: TrendPace): Promise<boolean> {
  const step = pace.startStep()
  try {
    for (let isMore = true; isMore && step.hasTime(QUEUE_SHARE);) isMore = await queueDue(ctx, pace)
    for (const day of await findDueDays(ctx.db, pace.restingDays())) {
      while (await computeBatch(ctx, day, pace)) if (!step.hasTime()) return true
      if (day !== dayOf(ctx.now())) pace.noteDay(day)
    }
    return false
  } finally {
    step.end()
  }
}

/** @returns whether there may be more */
async function queueDue(ctx: AppContext, pace: TrendPace): Promise<boolean> {
  return inTransaction(ctx, async (ctx) => {
    if (!(await tryLock(ctx, 'trends_turn'))) return false
    const notes = await queueInvalidated(ctx)
    pace.note({ notes })
    return (await queueByTime(ctx)) || notes > 0
  })
}

/**
 * Computes some clusters of a day in one transaction. Changes that commit after the clusters left the queue are noted, and queue them
 * again.
 * @returns whether there may be more
 */
async function computeBatch(ctx: AppContext, day: Day, pace: TrendPace): Promise<boolean> {
  const limit = pace.batchSize()
  const done = await inTransaction(ctx, async (ctx) => {
    await holdOffErasure(ctx.db)
    if (!(await tryLock(ctx, 'trends_turn'))) return null
    const clusters = await takeQueued(ctx.db, day, limit)
    if (clusters.length === 0) return null
    const counted = await countTrends(ctx.db, day, clusters)
    await saveTrends(ctx.db, { day, clusters }, counted)
    return { clusters: clusters.length, listings: sumOf(counted.map(({ counts }) => counts.listingStores)) }
  })
  if (done) pace.note(done)
  return done?.clusters === limit
}

const sumOf = (numbers: number[]): number => numbers.reduce((sum, number) => sum + number, 0)

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

type TrendPace = {
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
const unpaced: TrendPace = {
  waitMs: () => 0,
  startStep: () => ({ hasTime: () => true, end: () => undefined }),
  batchSize: () => CLUSTERS.first,
  note: () => undefined,
  restingDays: () => [],
  noteDay: () => undefined,
}
