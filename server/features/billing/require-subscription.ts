import { AppError } from '#server/errors.ts'
import type { BillingContext } from './billing-context.ts'
import { findCustomer } from './ensure-customer.ts'
import { findLiving, type SubscriptionRow } from './living-subscription.ts'
import { syncCustomer } from './sync-customer.ts'

/**
 * The subscription to change. When its period is over, it has renewed or ended and its event is late. The provider is asked first, since
 * the answer would otherwise name a day in the past.
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
