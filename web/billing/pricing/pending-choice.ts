import type { PaidPlan } from '#contracts/billing/price-list.ts'
import { DAY_MS } from '#contracts/dates.ts'
import type { Billing } from '#web/billing/billing-toggle.tsx'
import { createDatedItem, fieldsOf } from '#web/lib/browser/browser-storage.ts'

export type PendingChoice = { plan: PaidPlan; billing: Billing }

function choiceOf(stored: unknown): PendingChoice | null {
  const { plan, billing } = fieldsOf(stored)
  if (plan !== 'pro' && plan !== 'plus') return null
  return billing === 'monthly' || billing === 'annual' ? { plan, billing } : null
}

/**
 * Keeps a plan that a visitor chose before signing up. Not in session storage, because the mail
 * link opens another tab.
 */
export const {
  save: saveChoice,
  read: readChoice,
  clear: clearChoice,
} = createDatedItem('pendingPlan', DAY_MS, choiceOf)
