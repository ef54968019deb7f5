import type { PlanStatus } from '#contracts/plans.ts'
import type { BillingCycle, PaidPlan } from '#contracts/price-list.ts'

/** A change that was paid for, or that waits for the bank's question at `bankUrl`; the plan follows when the provider tells of it. */
export type AwaitedChange = { planId: PaidPlan; billingCycle: BillingCycle; bankUrl: string | null }

export const hasArrived = (
  { planId, billingCycle }: AwaitedChange,
  { currentSubscription }: Pick<PlanStatus, 'currentSubscription'>,
): boolean => currentSubscription?.productName === planId && currentSubscription.billingCycle === billingCycle
