import { CompiledQuery, sql } from 'kysely'
import { type RateLimiterAbstract, RateLimiterPostgres } from 'rate-limiter-flexible'
import type { Db } from '#server/platform/db/schema.ts'
import { AppError } from './errors.ts'

const TABLE = 'request_limits'

type LimitOptions = { name: string; points: number; windowSeconds: number }

/**
 * A counter in the database, so that it holds across processes and restarts. It uses the shared
 * pool.
 */
export function createRateLimiter(
  db: Db,
  { name, points, windowSeconds }: LimitOptions,
  clearsExpired = false,
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
    keyPrefix: name,
    points,
    duration: windowSeconds,
  })
}

/** And of those whose key starts with a text. */
export async function deleteCounts(
  db: Db,
  { key, start }: { key: string; start: string },
): Promise<void> {
  await sql`delete from ${sql.table(TABLE)} where starts_with(key, ${start}) or key = ${key}`.execute(
    db,
  )
}

/** @throws AppError `rate_limited` beyond the points of this counter */
export async function countOrRefuse(limiter: RateLimiterAbstract, key: string): Promise<void> {
  const { consumedPoints, msBeforeNext } = await limiter.penalty(key)
  if (consumedPoints > limiter.points)
    throw new AppError('rate_limited', { retryAfterSeconds: toRetryAfterSeconds(msBeforeNext) })
}

/** For `Retry-After`: at least 1, even for the caller who was just refused. */
export const toRetryAfterSeconds = (ms: number): number => Math.max(1, Math.ceil(ms / 1000))
