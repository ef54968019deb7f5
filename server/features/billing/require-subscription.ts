import { AppError } from '#server/errors.ts'
import type { BillingContext } from './billing-context.ts'
import { findCustomer } from './ensure-customer.ts'
import { findLiving, type SubscriptionRow } from './living-subscription.ts'
import { syncCustomer } from './sync-customer.ts'

/**
 * The subscription that somebody wants to change. One whose period is over has renewed or ended, and its event is late: the provider is
 * asked first, or its person would be told of a day that has passed.
 * @throws AppError `no_subscription`
 */
export async function requireSubscription(ctx: BillingContext, userId: string): Promise<SubscriptionRow> {
  const known = await findLiving(ctx, userId)
  if (known && known.period_ends_at > ctx.now()) return known
  if (!known) throw new AppError('no_subscription')
  await ctx.billingLimits.countCall(userId)
  const customerId = await findCustomer(ctx, userId)
  if (customerId !== null) await syncCustomer(ctx, customerId)
  const found = await findLiving(ctx, userId)
  if (!found) throw new AppError('no_subscription')
  return found
}
