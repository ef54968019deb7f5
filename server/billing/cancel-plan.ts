import type * as api from '#contracts/billing/plans.ts'
import type { ResponseOf } from '#contracts/endpoint.ts'
import type { UserId } from '#contracts/ids.ts'
import { limits } from '#server/billing/limits.ts'
import { recordAuditEvent } from '#server/platform/audit-trail.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError } from '#server/platform/errors.ts'
import { requireViewer } from '#server/platform/session/viewer.ts'
import type { BillingRequest } from './context.ts'
import { findCustomer } from './customer.ts'
import { notifyOfCancellation } from './notifications.ts'
import {
  cancellation,
  findActiveSubscription,
  recordOwnChange,
  type SubscriptionRow,
} from './subscription.ts'
import { syncCustomer } from './sync-customer.ts'

/** A repeated call succeeds, but only the first one sends a mail. */
export async function cancelPlan(ctx: BillingRequest): Promise<ResponseOf<typeof api.cancelPlan>> {
  const viewer = requireViewer(ctx)
  const subscription = await requireSubscription(ctx, viewer.userId)
  if (!subscription.cancel_at_period_end) {
    await ctx.limits.consume(limits.billing, viewer.userId)
    await ctx.billing.cancelAtPeriodEnd(subscription.subscription_id)
    await inTransaction(ctx, async (ctx) => {
      const isNew = await recordOwnChange(ctx, subscription, cancellation(true))
      const { userId: id, email, firstName } = viewer
      const person = { id, email, first_name: firstName, language: ctx.language }
      if (isNew) await notifyOfCancellation(ctx, person, subscription)
      await recordAuditEvent(ctx, { kind: 'billing.cancelled', userId: id, network: ctx.network })
    })
  }
  return {
    message: ctx.say('done_plan_cancelled'),
    endsAt: subscription.period_ends_at.toISOString(),
  }
}

/** Undoes a cancellation, or a change that is planned for the end of the period. */
export async function resumePlan(ctx: BillingRequest): Promise<ResponseOf<typeof api.resumePlan>> {
  const { userId } = requireViewer(ctx)
  const subscription = await requireSubscription(ctx, userId)
  if (subscription.cancel_at_period_end || subscription.next_plan !== null) {
    await ctx.limits.consume(limits.billing, userId)
    await ctx.billing.resume(subscription.subscription_id)
    await inTransaction(ctx, async (ctx) => {
      await recordOwnChange(ctx, subscription, cancellation(false))
      await recordAuditEvent(ctx, { kind: 'billing.resumed', userId, network: ctx.network })
    })
  }
  return {
    message: ctx.say('done_plan_resumed'),
    renewsAt: subscription.period_ends_at.toISOString(),
  }
}

/**
 * The subscription to change. When its period is over, it has renewed or ended and its event is
 * late. The provider is asked first, since the answer would otherwise name a day in the past.
 * @throws AppError `no_subscription`
 */
export async function requireSubscription(
  ctx: BillingRequest,
  userId: UserId,
): Promise<SubscriptionRow> {
  const known = await findActiveSubscription(ctx, userId)
  if (known && known.period_ends_at > ctx.now()) return known
  if (!known) throw new AppError('no_subscription')
  await ctx.limits.consume(limits.billing, userId)
  const customerId = await findCustomer(ctx, userId)
  if (customerId !== null) await syncCustomer(ctx, customerId)
  const found = await findActiveSubscription(ctx, userId)
  if (!found) throw new AppError('no_subscription')
  return found
}
