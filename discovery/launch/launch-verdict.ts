import type { LaunchConfidence, LaunchStatus } from '#contracts/facts.ts'

/** What the dated signals say about the launch. */
export type LaunchVerdict = {
  status: LaunchStatus
  /** UTC day; null when nothing dates it. */
  launchDay: string | null
  confidence: LaunchConfidence
  /** Which rule decided: a key of `store-details.launchReason` in the locale files. */
  reason:
    | 'recent_products'
    | 'recent_assets'
    | 'recent_shop_id'
    | 'empty_and_recent'
    | 'old_products'
    | 'old_assets'
    | 'old_shop_id'
    | 'old_certificate'
    | 'no_evidence'
}
