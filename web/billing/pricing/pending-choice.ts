import type { PaidPlan } from '#contracts/billing/price-list.ts'
import { DAY_MS } from '#contracts/dates.ts'
import type { Billing } from '#web/billing/billing-toggle.tsx'
import { createDatedItem } from '#web/lib/browser/browser-storage.ts'

export type PendingChoice = { plan: PaidPlan; billing: Billing }

const isChoice = (stored: unknown): stored is PendingChoice =>
  typeof stored === 'object' &&
  stored !== null &&
  'plan' in stored &&
  (stored.plan === 'pro' || stored.plan === 'plus') &&
  'billing' in stored &&
  (stored.billing === 'monthly' || stored.billing === 'annual')

/**
 * Keeps a plan that a visitor chose before signing up. Not in session storage, because the mail
 * link opens another tab.
 */
export const {
  save: saveChoice,
  read: readChoice,
  clear: clearChoice,
} = createDatedItem('pendingPlan', DAY_MS, (stored) => (isChoice(stored) ? stored : null))
