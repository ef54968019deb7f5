import type { PlanName } from '#contracts/plans.ts'

/** What the way back from the payment page shows. */
export type PaymentView =
  | { kind: 'processing' }
  /** Paid; the plan comes with the provider's confirmation. `isLate`: it has taken longer than it should. */
  | { kind: 'received'; isLate: boolean }
  /** `account`: whether this page has learned of its new plan too. */
  | { kind: 'successful'; planName: PlanName; account: 'loading' | 'updated' | 'stale' }
  /** The provider has seen no payment, for as long as one usually takes. */
  | { kind: 'unpaid' }
  | { kind: 'closed'; planName: PlanName }
  | { kind: 'unknown'; planName: PlanName }
  /** Our server said nothing, or nothing of use. */
  | { kind: 'unchecked'; error: unknown }
  | { kind: 'offline' }
  | { kind: 'signedOut' }
