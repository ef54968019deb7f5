import { STORE_DETAILS_PER_HOUR } from '#contracts/stores.ts'
import type { Db } from '#server/context.ts'
import { AppError } from '#server/errors.ts'
import { recordAuditEvent } from '#server/features/audit/record-audit-event.ts'
import { createLimiter, secondsOf } from '#server/features/auth/limiter-store.ts'
import type { RequestContext } from '#server/route.ts'

const WINDOW_SECONDS = 60 * 60
/** The process counts this many before it writes to the database: viewing a store should not wait for a write. */
const BATCH = 50

type Deps = Pick<RequestContext, 'db' | 'now' | 'log' | 'network'>

export type DetailsLimits = {
  /** @throws AppError `rate_limited` for a caller who scrapes all stores */
  countLook: (ctx: Deps, userId: string) => Promise<void>
}

/**
 * A list of all stores is what exports are for, within the plan's limits. Works across processes, with an error of at most one batch per
 * process.
 */
export function createDetailsLimits(db: Db): DetailsLimits {
  const looks = createLimiter(db, {
    prefix: 'store-details',
    points: STORE_DETAILS_PER_HOUR,
    windowSeconds: WINDOW_SECONDS,
  })
  const counted = new Map<string, number>()
  const refusedUntil = new Map<string, number>()
  return {
    async countLook(ctx, userId) {
      const leftMs = (refusedUntil.get(userId) ?? 0) - Date.now()
      if (leftMs > 0) throw new AppError('rate_limited', { retryAfterSeconds: secondsOf(leftMs) })
      refusedUntil.delete(userId)
      const count = (counted.get(userId) ?? 0) + 1
      if (count < BATCH) return void counted.set(userId, count)
      counted.delete(userId)
      const { consumedPoints, msBeforeNext } = await looks.penalty(userId, BATCH)
      if (consumedPoints < STORE_DETAILS_PER_HOUR) return
      refusedUntil.set(userId, Date.now() + msBeforeNext)
      // The view that reaches the limit is the last to be answered.
      if (consumedPoints - BATCH < STORE_DETAILS_PER_HOUR) await raiseAlarm(ctx, userId)
    },
  }
}

async function raiseAlarm(ctx: Deps, userId: string): Promise<void> {
  const detail = { endpoint: 'getStoreDetails', perHour: STORE_DETAILS_PER_HOUR }
  await recordAuditEvent(ctx, { kind: 'access.too_much', userId, network: ctx.network, detail })
  ctx.log.warn(
    { event: 'access.too_much', userId, ...detail },
    'an account takes more than a person looks at',
  )
}
