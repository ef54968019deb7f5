import type { ResponseOf } from '#contracts/endpoint.ts'
import type { resumePlan as endpoint } from '#contracts/plans.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { recordAuditEvent } from '#server/features/audit/record-audit-event.ts'
import { requireViewer } from '#server/route.ts'
import type { BillingContext } from './billing-context.ts'
import { noteOwnChange } from './note-own-change.ts'
import { requireSubscription } from './require-subscription.ts'

/** Undoes a cancellation, or a change that is planned for the end of the period. */
export async function resumePlan(ctx: BillingContext): Promise<ResponseOf<typeof endpoint>> {
  const { userId } = requireViewer(ctx)
  const subscription = await requireSubscription(ctx, userId)
  if (subscription.cancel_at_period_end || subscription.next_plan !== null) {
    await ctx.billingLimits.countCall(userId)
    await ctx.billing.resume(subscription.subscription_id)
    await inTransaction(ctx, async (ctx) => {
      await noteOwnChange(ctx, subscription, {
        cancel_at_period_end: false,
        next_plan: null,
        next_billing_cycle: null,
        next_starts_at: null,
      })
      await recordAuditEvent(ctx, { kind: 'billing.resumed', userId, network: ctx.network })
    })
  }
  return { message: ctx.say('done_plan_resumed'), renewsAt: subscription.period_ends_at.toISOString() }
}
