import type { PlanName } from '#contracts/plans.ts'

/** State of the page that the payment provider returns to. */
export type PaymentView =
  | { kind: 'processing' }
  /** Paid; the plan follows with the provider's confirmation. `isLate`: that takes longer than usual. */
  | { kind: 'received'; isLate: boolean }
  /** `account`: whether this page has loaded its new plan. */
  | { kind: 'successful'; planName: PlanName; account: 'loading' | 'updated' | 'stale' }
  /** The provider has seen no payment within the usual time. */
  | { kind: 'unpaid' }
  | { kind: 'closed'; planName: PlanName }
  | { kind: 'unknown'; planName: PlanName }
  /** Our server did not answer, or its answer was unusable. */
  | { kind: 'unchecked'; error: unknown }
  | { kind: 'offline' }
  | { kind: 'signedOut' }
