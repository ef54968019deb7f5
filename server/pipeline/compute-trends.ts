import { type Day, dayOf } from '#contracts/dates.ts'
import type { AppContext } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { holdOffErasure } from '#server/features/opt-out/erasure-lock.ts'
import { countFirstVisits } from '#server/pipeline/candidates.ts'
import { countTrends } from '#server/pipeline/count-trends.ts'
import { MATCHED_AT_ONCE, matchProducts } from '#server/pipeline/match-products.ts'
import { saveTrends } from '#server/pipeline/save-trends.ts'
import { takeTurn } from '#server/pipeline/take-turn.ts'
import { queueByTime } from '#server/pipeline/trend-days.ts'
import { type TrendPace, unpaced } from '#server/pipeline/trend-pace.ts'
import { findDueDays, queueInvalidated, takeQueued } from '#server/pipeline/trend-queue.ts'

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
    if (!(await takeTurn(ctx, 'trends_turn'))) return false
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
    if (!(await takeTurn(ctx, 'trends_turn'))) return null
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
