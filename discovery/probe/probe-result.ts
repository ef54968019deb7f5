import type { StoreSnapshot } from '#discovery/extract/store-snapshot.ts'
import type { PageValidators } from '#discovery/probe/page-validators.ts'
import type { ProductRecord } from '#discovery/products/product-record.ts'

/**
 * Why there is no shop to read at a host.
 *
 * - `other_platform`: other software answers, or the address is none that a shop has
 * - `no_shop`: points at the platform, which knows no shop for it (also what is left of a domain whose shop moved)
 * - `closed`: the platform names a shop and answers 404 for it
 * - `frozen`: 402, the merchant owes the platform something
 * - `locked`: 423, the platform has taken the shop away for now
 * - `headless`: a shop of the platform whose pages are made by other software
 * - `too_large`, `unreadable`: it answers, with more than anybody should read or in an encoding that cannot be undone
 */
export type NoStoreReason =
  | 'other_platform'
  | 'no_shop'
  | 'closed'
  | 'frozen'
  | 'locked'
  | 'headless'
  | 'too_large'
  | 'unreadable'

/**
 * Why nothing can be said for now.
 *
 * - `timeout`, `network`, `server_error`: no answer, no connection, 5xx
 * - `throttled`: 429
 * - `refused_by_host`: 430 or 403, the host wants to be left alone
 * - `challenge`: a page that wants to see a human
 * - `budget`: the host rests or the visit was stopped; nobody was asked
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
 * Why a host is not asked.
 *
 * - `robots`: its robots.txt forbids the home page, or asks for longer pauses than a visit can keep
 * - `private_address`: its name leads to an address that is not of the public internet
 * - `opt_out`: its owner asked to be left out
 */
export type NeverCause = 'robots' | 'private_address' | 'opt_out'

/** What a visit to a host found out. All of these are ordinary results. */
export type ProbeResult =
  | {
      kind: 'store'
      /** Host that answered in the end (after the redirect to the primary domain). */
      finalHost: string
      snapshot: StoreSnapshot
      /** The newest page of the catalogue (and the oldest one where the catalogue has more pages). */
      products: ProductRecord[]
      /** What to ask with next time; both of meta.json and home page, or none. */
      validators?: PageValidators[]
    }
  /** Home page and meta.json are, by their validators, what they were at the last visit. */
  | { kind: 'unchanged'; finalHost: string }
  | { kind: 'not_a_store'; reason: NoStoreReason }
  /** Not reachable for now; `afterMs` is never shorter than what the host asked for. */
  | { kind: 'retry'; afterMs: number; cause: RetryCause }
  | { kind: 'never'; cause: NeverCause }
