import { CompiledQuery } from 'kysely'
import { type RateLimiterAbstract, RateLimiterPostgres } from 'rate-limiter-flexible'
import type { Db } from '#server/platform/db/schema.ts'
import { AppError } from './errors.ts'

/** The table of migration 0002. */
const TABLE = 'request_limits'

type LimitOptions = {
  prefix: string
  points: number
  windowSeconds: number
  clearsExpired?: boolean
}

/**
 * A counter in the database, so that it holds across processes and restarts. It uses the shared
 * pool.
 */
export function createRateLimiter(
  db: Db,
  { prefix, points, windowSeconds, clearsExpired = false }: LimitOptions,
): RateLimiterPostgres {
  return new RateLimiterPostgres({
    storeClient: {
      query: async ({ text, values }: { text: string; values: unknown[] }) => {
        const { rows } = await db.executeQuery(CompiledQuery.raw(text, values))
        return { rows, rowCount: rows.length }
      },
    },
    storeType: 'pool',
    tableName: TABLE,
    tableCreated: true,
    clearExpiredByTimeout: clearsExpired,
    keyPrefix: prefix,
    points,
    duration: windowSeconds,
  })
}

/** @throws AppError `rate_limited` beyond the points of this counter */
export async function countOrRefuse(limiter: RateLimiterAbstract, key: string): Promise<void> {
  const { consumedPoints, msBeforeNext } = await limiter.penalty(key)
  if (consumedPoints > limiter.points)
    throw new AppError('rate_limited', { retryAfterSeconds: toRetryAfterSeconds(msBeforeNext) })
}

/** For `Retry-After`: at least 1, even for the caller who was just refused. */
export const toRetryAfterSeconds = (ms: number): number => Math.max(1, Math.ceil(ms / 1000))
