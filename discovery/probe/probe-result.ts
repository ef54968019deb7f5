import type { Page } from '#discovery/document/page.ts'
import type { StoreSnapshot } from '#discovery/extract/store-snapshot.ts'
import type { ProductRecord } from '#discovery/products/parse-products.ts'

/**
 * Why there is no readable shop at a host.
 *
 * - `other_platform`: other software answers, or no shop can have this address
 * - `no_shop`: the platform answers 404 and names no shop (also the remains of a domain whose shop
 *   moved)
 * - `closed`: the platform names a shop and answers 404 for it
 * - `frozen`: 402, the merchant owes the platform money
 * - `locked`: 423, the platform has temporarily taken the shop offline
 * - `headless`: a shop of the platform whose pages come from other software
 * - `unclear`: the platform answers, but neither shows a shop nor denies one: a wall against
 *   robots, a page without facts
 * - `too_large`, `unreadable`: it answers, but with too many bytes or in an encoding that cannot be
 *   undone
 */
export type NoStoreReason =
  | 'other_platform'
  | 'no_shop'
  | 'closed'
  | 'frozen'
  | 'locked'
  | 'headless'
  | 'unclear'
  | 'too_large'
  | 'unreadable'

/**
 * Why the visit is inconclusive for now.
 *
 * - `timeout`, `network`, `server_error`: no answer, no connection, 5xx
 * - `throttled`: 429
 * - `refused_by_host`: 430 or 403, the host rejects our requests
 * - `challenge`: a page that wants to verify a human
 * - `budget`: the host is resting or the visit was stopped; no request was sent
 */
export type RetryCause =
  | 'timeout'
  | 'network'
  | 'server_error'
  | 'throttled'
  | 'refused_by_host'
  | 'challenge'
  | 'budget'

/**
 * Why a host is never visited.
 *
 * - `robots`: its robots.txt forbids the home page, or demands longer pauses than a visit can keep
 * - `private_address`: its name resolves to an address outside the public internet
 * - `opt_out`: its owner opted out
 */
export type NeverCause = 'robots' | 'private_address' | 'opt_out'

/** All of these are ordinary results. */
export type Retry = { kind: 'retry'; afterMs: number; cause: RetryCause }

export type ProbeResult =
  | {
      kind: 'store'
      /** Host that finally answered (after the redirect to the primary domain). */
      finalHost: string
      /**
       * DNS does not show that all addresses of the final host are the platform's: its pages may
       * name any shop.
       */
      isOffPlatform?: true
      snapshot: StoreSnapshot
      /** The newest page of the catalogue (and the oldest one if the catalogue has more pages). */
      products: ProductRecord[]
      /** Validators for the next visit; for both meta.json and home page, or none. */
      validators?: PageValidators[]
      /**
       * What kept a contact page from us, though the store itself was read. Then there are no
       * validators either.
       */
      contactTrouble?: Retry
    }
  /** By their validators, home page and meta.json have not changed since the last visit. */
  | { kind: 'unchanged'; finalHost: string }
  | { kind: 'not_a_store'; reason: NoStoreReason }
  /** Not reachable for now; `afterMs` is never shorter than the delay that the host asked for. */
  | Retry
  | { kind: 'never'; cause: NeverCause }

/** Validators that allow requesting a page only if it has changed (RFC 9110, 13). */
export type PageValidators = { url: string; etag: string | null; lastModified: string | null }

/** Real validators are below 100 characters; we store them for each store and send them back. */
const MAX_VALIDATOR_CHARS = 256
// Characters that we accept in a request header: a hostile value must not inject a second line.
const SAFE = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/

const safe = (value: string | undefined): string | null =>
  value !== undefined && value.length <= MAX_VALIDATOR_CHARS && SAFE.test(value) ? value : null

/** Null for a page that does not support conditional requests. */
export function validatorsOf({ url, status, headers }: Page): PageValidators | null {
  const etag = safe(headers['etag'])
  const lastModified = safe(headers['last-modified'])
  return status === 200 && (etag ?? lastModified) !== null ? { url, etag, lastModified } : null
}

export function conditionsOf({ etag, lastModified }: PageValidators): Record<string, string> {
  return {
    ...(etag !== null && { 'if-none-match': etag }),
    // Servers ignore the date if there is an entity tag; we send it for caches that know only
    // dates.
    ...(lastModified !== null && { 'if-modified-since': lastModified }),
  }
}
