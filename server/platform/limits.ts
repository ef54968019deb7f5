import { createHash } from 'node:crypto'
import type { RateLimiterPostgres } from 'rate-limiter-flexible'
import { API_CALLS_PER_MINUTE } from '#contracts/workspace/integrations.ts'
import { CHANGES_PER_HOUR } from '#contracts/workspace/changes.ts'
import { STORE_DETAILS_PER_HOUR } from '#contracts/catalog/facts.ts'
import type { Db } from './db/schema.ts'
import { hashEmail } from './mail/email-address.ts'
import { countOrRefuse, createRateLimiter } from './rate-limiter.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** What the counter is kept for. Addresses of mail and domains are stored as hashes. */
type LimitKey = 'network' | 'account' | 'address' | 'pair' | 'domain' | 'article' | 'feed'
export type Limit = { points: number; windowSeconds: number; per: LimitKey }

/**
 * Every limit on calls that is counted in the database. A name is the prefix of its counters:
 * renaming it forgets them.
 */
export const LIMITS = {
  // A school or an office is one network, and people there sign up together.
  'sign-up-network': { points: 20, windowSeconds: HOUR, per: 'network' },
  'sign-up-address': { points: 5, windowSeconds: HOUR, per: 'address' },
  'verification-network': { points: 5, windowSeconds: HOUR, per: 'network' },
  'verification-address': { points: 5, windowSeconds: HOUR, per: 'address' },
  'reset-network': { points: 5, windowSeconds: HOUR, per: 'network' },
  'reset-address': { points: 5, windowSeconds: HOUR, per: 'address' },
  // New passwords that are compared with the common ones: each comparison takes milliseconds of
  // CPU.
  'new-password': { points: 100, windowSeconds: HOUR, per: 'network' },

  // Failures. Those of an address, from any network, only start delays.
  'signin-pair': { points: 3, windowSeconds: 15 * MINUTE, per: 'pair' },
  'signin-network': { points: 20, windowSeconds: 15 * MINUTE, per: 'network' },
  'signin-address': { points: 5, windowSeconds: 15 * MINUTE, per: 'address' },
  // Failures. Each attempt costs a signature check, and perhaps a request to the provider.
  identity: { points: 30, windowSeconds: 15 * MINUTE, per: 'network' },
  // Wrong codes.
  'second-factor': { points: 5, windowSeconds: 15 * MINUTE, per: 'account' },
  'operator-code': { points: 5, windowSeconds: 15 * MINUTE, per: 'account' },

  // Each change sends mail to an unverified address, and an attacker who wants to flood a mailbox
  // may have many accounts.
  'email-change': { points: 5, windowSeconds: HOUR, per: 'account' },
  'email-change-address': { points: 5, windowSeconds: HOUR, per: 'address' },
  photo: { points: 20, windowSeconds: HOUR, per: 'account' },

  // Each call asks the payment provider, which has its own limits.
  billing: { points: 60, windowSeconds: HOUR, per: 'account' },
  // The page that waits for a payment polls two dozen times; that must not use up the calls that a
  // purchase needs.
  'billing-look': { points: 300, windowSeconds: HOUR, per: 'account' },
  // How many forged events are recorded; thousands of them must not fill the log.
  'billing-refusal': { points: 20, windowSeconds: HOUR, per: 'network' },

  getStoreDetails: { points: STORE_DETAILS_PER_HOUR, windowSeconds: HOUR, per: 'account' },
  getStoreRisks: { points: STORE_DETAILS_PER_HOUR, windowSeconds: HOUR, per: 'account' },
  getStoreTimeline: { points: STORE_DETAILS_PER_HOUR, windowSeconds: HOUR, per: 'account' },

  // With all keys of an account together.
  'api-calls': { points: API_CALLS_PER_MINUTE, windowSeconds: MINUTE, per: 'account' },
  listChanges: { points: CHANGES_PER_HOUR, windowSeconds: HOUR, per: 'account' },
  // A feed reader asks a few times an hour, and an owner may use several of them.
  'read-feed': { points: 120, windowSeconds: HOUR, per: 'feed' },

  // Each one sends a request to a host of the caller's choice.
  'webhook-test': { points: 20, windowSeconds: HOUR, per: 'account' },

  'contact-network': { points: 5, windowSeconds: HOUR, per: 'network' },
  'contact-address': { points: 5, windowSeconds: HOUR, per: 'address' },
  'newsletter-network': { points: 5, windowSeconds: HOUR, per: 'network' },
  // Fewer than for an account's mails: the owner of the address may never have heard of us.
  'newsletter-address': { points: 3, windowSeconds: DAY, per: 'address' },
  // An article with more views is on a front page somewhere; more likely a script keeps changing
  // its address.
  'article-views': { points: 2_000, windowSeconds: HOUR, per: 'article' },

  'opt-out': { points: 20, windowSeconds: HOUR, per: 'network' },
  'opt-out-confirm': { points: 30, windowSeconds: HOUR, per: 'network' },
  // Each confirmation queries a name server or a foreign host.
  'opt-out-domain': { points: 60, windowSeconds: HOUR, per: 'domain' },
  // The mailbox belongs to a stranger until its owner answers.
  'opt-out-mail': { points: 3, windowSeconds: DAY, per: 'domain' },
} as const satisfies Record<string, Limit>

export type LimitName = keyof typeof LIMITS
type NamesPer<Key extends LimitKey> = {
  [Name in LimitName]: (typeof LIMITS)[Name]['per'] extends Key ? Name : never
}[LimitName]
/** Limits that a route can count, because the request itself names their key. */
export type RouteLimit = NamesPer<'network' | 'account'>

export type Limits = {
  /** @throws AppError `rate_limited` beyond the limit */
  consume: (name: LimitName, key: string) => Promise<void>
  /**
   * The same without an error. False = beyond the limit: the caller gets the same answer, without
   * the work.
   */
  tryConsume: (name: LimitName, key: string) => Promise<boolean>
  /** Takes one count back. */
  forgive: (name: LimitName, key: string) => Promise<void>
  /** Forgets all counts of this key. */
  clear: (name: LimitName, key: string) => Promise<void>
  /** Reads without counting. */
  isUsedUp: (name: LimitName, key: string) => Promise<boolean>
}

export function createLimits(db: Db): Limits {
  const limiters = new Map<LimitName, RateLimiterPostgres>()
  const limiterOf = (name: LimitName): RateLimiterPostgres => {
    const known = limiters.get(name)
    if (known) return known
    const created = createRateLimiter(db, { prefix: name, ...LIMITS[name] })
    limiters.set(name, created)
    return created
  }
  return {
    consume: (name, key) => countOrRefuse(limiterOf(name), storedKey(name, key)),
    async tryConsume(name, key) {
      const { consumedPoints } = await limiterOf(name).penalty(storedKey(name, key))
      return consumedPoints <= LIMITS[name].points
    },
    async forgive(name, key) {
      await limiterOf(name).reward(storedKey(name, key))
    },
    async clear(name, key) {
      await limiterOf(name).delete(storedKey(name, key))
    },
    async isUsedUp(name, key) {
      const counted = await limiterOf(name).get(storedKey(name, key))
      return counted !== null && counted.consumedPoints >= LIMITS[name].points
    },
  }
}

function storedKey(name: LimitName, key: string): string {
  switch (LIMITS[name].per) {
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
