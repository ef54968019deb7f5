import { createHash } from 'node:crypto'
import type { RateLimiterPostgres } from 'rate-limiter-flexible'
import { API_CALLS_PER_MINUTE } from '#contracts/workspace/integrations.ts'
import type { Db } from './db/schema.ts'
import { hashEmail } from './mail/email-address.ts'
import { countOrRefuse, createRateLimiter } from './rate-limiter.ts'

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
    const known = limiters.get(limit.name)
    if (known) return known
    const created = createRateLimiter(db, limit)
    limiters.set(limit.name, created)
    return created
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
      return createHash('sha256').update(key).digest('base64url')
    case 'account':
    case 'article':
    case 'feed':
    case 'network':
    case 'pair':
      return key
  }
}
