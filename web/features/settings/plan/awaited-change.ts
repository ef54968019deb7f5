import type { PlanStatus } from '#contracts/plans.ts'
import type { BillingCycle, PaidPlan } from '#contracts/price-list.ts'

/** A change that is paid for, or that waits for the bank's confirmation at `bankUrl`. The plan changes when the provider reports it. */
export type AwaitedChange = { planId: PaidPlan; billingCycle: BillingCycle; bankUrl: string | null }

export const hasArrived = (
  { planId, billingCycle }: AwaitedChange,
  { currentSubscription }: Pick<PlanStatus, 'currentSubscription'>,
): boolean => currentSubscription?.productName === planId && currentSubscription.billingCycle === billingCycle
