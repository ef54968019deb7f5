import { type Day, dayOf } from '#contracts/dates.ts'
import { areManyFirstVisitsWaiting } from '#server/discovery/candidates.ts'
import { lockErasureShared } from '#server/opt-out/api.ts'
import type { AppContext } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { tryLock } from '#server/platform/locks.ts'
import { countTrends } from './count-trends.ts'
import { MATCH_BATCH_SIZE, matchProducts } from './match-products.ts'
import { saveTrends } from './save-trends.ts'
import { queueByTime } from './trend-days.ts'
import { findDueDays, queueInvalidated, dequeueClusters } from './trend-queue.ts'
import { type TrendThrottle, UNTHROTTLED } from './trend-throttle.ts'

const MATCHES_PER_STEP = 4
const BUSY_MS = 250
/** The share of a step for queueing: the queued clusters need time too. */
const QUEUE_SHARE = 0.5
const IDLE_MS = 5_000

/**
 * Finds the same product in several stores, then computes the changed clusters, the latest day
 * first. Neither waits for the other to finish: today always has trends, and they improve.
 * @returns milliseconds to pause
 */
export async function computeTrendsStep(
  ctx: AppContext,
  throttle: TrendThrottle = UNTHROTTLED,
): Promise<number> {
  const isBehind = await areManyFirstVisitsWaiting(ctx.db)
  let matched = MATCH_BATCH_SIZE
  for (
    let round = 0;
    round < (isBehind ? 1 : MATCHES_PER_STEP) && matched >= MATCH_BATCH_SIZE;
    round++
  )
    matched = await matchProducts(ctx)
  // While the database is busy with first visits, each statement takes long, which the share is not
  // meant to count.
  const isThrottled = !isBehind && throttle.waitMs() > 0
  const isLeft = isThrottled || (await computeChanged(ctx, throttle))
  if (isBehind) return IDLE_MS
  if (matched > 0) return BUSY_MS
  return isLeft ? Math.min(IDLE_MS - 1, Math.max(BUSY_MS, throttle.waitMs())) : IDLE_MS
}

/** @returns whether more could be computed now */
async function computeChanged(ctx: AppContext, throttle: TrendThrottle): Promise<boolean> {
  const step = throttle.startStep()
  try {
    for (let isMore = true; isMore && step.hasTime(QUEUE_SHARE);)
      isMore = await queueDue(ctx, throttle)
    for (const day of await findDueDays(ctx.db, throttle.pausedDays())) {
      while (await computeBatch(ctx, day, throttle)) if (!step.hasTime()) return true
      if (day !== dayOf(ctx.now())) throttle.recordDay(day)
    }
    return false
  } finally {
    step.end()
  }
}

/** @returns whether there may be more */
async function queueDue(ctx: AppContext, throttle: TrendThrottle): Promise<boolean> {
  return inTransaction(ctx, async (ctx) => {
    if (!(await tryLock(ctx, 'trends_turn'))) return false
    const queued = await queueInvalidated(ctx, throttle.queueingSize())
    throttle.record(queued)
    return (await queueByTime(ctx)) || queued.invalidations > 0
  })
}

/**
 * Computes some clusters of a day in one transaction. Changes that commit after the clusters left
 * the queue are recorded, and queue them again.
 * @returns whether there may be more
 */
async function computeBatch(ctx: AppContext, day: Day, throttle: TrendThrottle): Promise<boolean> {
  const limit = throttle.batchSize()
  const done = await inTransaction(ctx, async (ctx) => {
    await lockErasureShared(ctx.db)
    if (!(await tryLock(ctx, 'trends_turn'))) return null
    const clusters = await dequeueClusters(ctx.db, day, limit)
    if (clusters.length === 0) return null
    const counted = await countTrends(ctx.db, day, clusters)
    await saveTrends(ctx.db, { day, clusters }, counted)
    return {
      clusters: clusters.length,
      listings: counted.reduce((sum, { counts }) => sum + counts.listingStores, 0),
    }
  })
  if (done) throttle.record(done)
  return done?.clusters === limit
}
