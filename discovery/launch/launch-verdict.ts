import type { LaunchConfidence, LaunchStatus, MovedReason, SignalRole } from '#contracts/facts.ts'

/** What the dated signals say about the launch. */
export type LaunchVerdict = {
  status: LaunchStatus
  /** UTC day; null if no signal dates it. */
  launchDay: string | null
  confidence: LaunchConfidence
  /** Which rule decided: a key of `store-details.launchReason` in the locale files. */
  reason:
    | 'seen_opening'
    | 'recent_products'
    | 'recent_assets'
    | 'recent_shop_id'
    | 'empty_and_recent'
    | 'old_products'
    | 'old_assets'
    | 'imported_catalogue'
    | 'old_shop_id'
    | 'old_certificate'
    | 'no_evidence'
  /** Evidence that an older shop moved to the address where it was found; null = none. */
  moved: MovedReason | null
  /** How each signal bears on the verdict, in input order. */
  roles: SignalRole[]
}
