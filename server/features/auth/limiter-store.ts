import { CompiledQuery } from 'kysely'
import { RateLimiterPostgres } from 'rate-limiter-flexible'
import type { Db } from '#server/context.ts'

/** Of migration 0002. */
const TABLE = 'request_limits'

type LimitOptions = { prefix: string; points: number; windowSeconds: number; clearsExpired?: boolean }

/** A counter in the database, so that it holds across processes and restarts, through the pool that everything uses. */
export function createLimiter(
  db: Db,
  { prefix, points, windowSeconds, clearsExpired = false }: LimitOptions,
): RateLimiterPostgres {
  return new RateLimiterPostgres({
    storeClient: {
      query: ({ text, values }: { text: string; values: unknown[] }) =>
        db.executeQuery(CompiledQuery.raw(text, values)),
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
