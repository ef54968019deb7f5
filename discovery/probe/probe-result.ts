import type { StoreSnapshot } from '#discovery/extract/store-snapshot.ts'
import type { ProductRecord } from '#discovery/products/product-record.ts'

/** What a visit to a host found out. All of these are ordinary results. */
export type ProbeResult =
  | {
      kind: 'store'
      /** Host that answered in the end (after the redirect to the primary domain). */
      finalHost: string
      snapshot: StoreSnapshot
      /** The newest page of the catalogue (and the oldest one where the catalogue has more pages). */
      products: ProductRecord[]
    }
  | { kind: 'not_a_store'; reason: 'other_platform' | 'no_shop' | 'closed' }
  /** Not reachable for now; `afterMs` is never shorter than what the host asked for. */
  | {
      kind: 'retry'
      afterMs: number
      cause:
        | 'timeout'
        | 'network'
        | 'server_error'
        | 'throttled'
        | 'refused_by_host'
        | 'challenge'
        | 'frozen'
        | 'budget'
    }
  | { kind: 'never'; cause: 'robots' | 'private_address' | 'opt_out' }
