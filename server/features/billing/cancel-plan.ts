import type { ResponseOf } from '#contracts/endpoint.ts'
import type { cancelPlan as endpoint } from '#contracts/plans.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { recordAuditEvent } from '#server/features/audit/record-audit-event.ts'
import { requireViewer } from '#server/route.ts'
import type { BillingContext } from './billing-context.ts'
import { noteOwnChange } from './note-own-change.ts'
import { tellCancelled } from './tell-ending.ts'
import { requireSubscription } from './require-subscription.ts'

/** Cancels the renewal. A repeated call succeeds, but only the first one sends a mail. */
export async function cancelPlan(ctx: BillingContext): Promise<ResponseOf<typeof endpoint>> {
  const viewer = requireViewer(ctx)
  const subscription = await requireSubscription(ctx, viewer.userId)
  if (!subscription.cancel_at_period_end) {
    await ctx.billingLimits.countCall(viewer.userId)
    await ctx.billing.cancelAtPeriodEnd(subscription.subscription_id)
    await inTransaction(ctx, async (ctx) => {
      const isNews = await noteOwnChange(ctx, subscription, {
        cancel_at_period_end: true,
        next_plan: null,
        next_billing_cycle: null,
        next_starts_at: null,
      })
      const { userId: id, email, firstName } = viewer
      const person = { id, email, first_name: firstName, language: ctx.language }
      if (isNews) await tellCancelled(ctx, person, subscription)
      await recordAuditEvent(ctx, { kind: 'billing.cancelled', userId: id, network: ctx.network })
    })
  }
  return { message: ctx.say('done_plan_cancelled'), endsAt: subscription.period_ends_at.toISOString() }
}
