import { hash } from 'node:crypto'
import { CompiledQuery, sql } from 'kysely'
import { type RateLimiterAbstract, RateLimiterPostgres } from 'rate-limiter-flexible'
import { API_CALLS_PER_MINUTE } from '#contracts/workspace/integrations.ts'
import type { Db } from './db/schema.ts'
import { AppError } from './errors.ts'
import { hashEmail } from './mail/email-address.ts'

export const MINUTE = 60
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** What the counter is kept for. Addresses of mail and domains are stored as hashes. */
type LimitKey = 'network' | 'account' | 'address' | 'pair' | 'domain' | 'article' | 'feed'
/** The name is the prefix of its counters: renaming it forgets them. */
export type Limit<Per extends LimitKey = LimitKey> = {
  name: string
  per: Per
  points: number
  windowSeconds: number
}
/** Limits that a route can count, because the request itself names their key. */
export type RouteLimit = Limit<'network' | 'account'>

/** Its domain lists it in its `limits`. */
export const limit = <Per extends LimitKey>(
  name: string,
  per: Per,
  points: number,
  windowSeconds: number,
): Limit<Per> => ({ name, per, points, windowSeconds })

export const limits = {
  // With all keys of an account together.
  apiCalls: limit('api-calls', 'account', API_CALLS_PER_MINUTE, MINUTE),
}

export type Limits = {
  /** @throws AppError `rate_limited` beyond the limit */
  consume: (limit: Limit, key: string) => Promise<void>
  /**
   * The same without an error. False = beyond the limit: the caller gets the same answer, without
   * the work.
   */
  tryConsume: (limit: Limit, key: string) => Promise<boolean>
  forgive: (limit: Limit, key: string) => Promise<void>
  clear: (limit: Limit, key: string) => Promise<void>
  isUsedUp: (limit: Limit, key: string) => Promise<boolean>
}

export function createLimits(db: Db): Limits {
  const limiters = new Map<string, RateLimiterPostgres>()
  const limiterOf = (limit: Limit): RateLimiterPostgres => {
    const limiter = limiters.get(limit.name) ?? createRateLimiter(db, limit)
    limiters.set(limit.name, limiter)
    return limiter
  }
  return {
    consume: (limit, key) => countOrRefuse(limiterOf(limit), storedKey(limit, key)),
    async tryConsume(limit, key) {
      const { consumedPoints } = await limiterOf(limit).penalty(storedKey(limit, key))
      return consumedPoints <= limit.points
    },
    async forgive(limit, key) {
      await limiterOf(limit).reward(storedKey(limit, key))
    },
    async clear(limit, key) {
      await limiterOf(limit).delete(storedKey(limit, key))
    },
    async isUsedUp(limit, key) {
      const counted = await limiterOf(limit).get(storedKey(limit, key))
      return counted !== null && counted.consumedPoints >= limit.points
    },
  }
}

function storedKey({ per }: Limit, key: string): string {
  switch (per) {
    case 'address':
      return hashEmail(key)
    case 'domain':
      return hash('sha256', key, 'base64url')
    case 'account':
    case 'article':
    case 'feed':
    case 'network':
    case 'pair':
      return key
  }
}

const TABLE = 'request_limits'

/**
 * A counter in the database, so that it holds across processes and restarts. It uses the shared
 * pool.
 */
export function createRateLimiter(
  db: Db,
  { name, points, windowSeconds }: Omit<Limit, 'per'>,
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
