import type { AppContext } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { recordAuditEvent } from '#server/features/audit/record-audit-event.ts'
import { defineJob } from '#server/jobs/jobs.ts'
import { findLiving } from './living-subscription.ts'
import { noteOwnChange } from './note-own-change.ts'
import { stopRenewalsJob } from './stop-renewal-job.ts'
import { SYNC_ATTEMPTS } from './sync-job.ts'

type Deps = Pick<AppContext, 'db' | 'now' | 'billing'>

export const stopRenewalsOfLeaving = defineJob({
  ...stopRenewalsJob,
  maxAttempts: SYNC_ATTEMPTS,
  run: (ctx) => stopRenewals(ctx),
})

/** Whoever deletes their account pays nothing more, and goes on paying nothing when they take that back. */
export async function stopRenewals(ctx: Deps): Promise<void> {
  const leaving = await ctx.db
    .selectFrom('billing_subscriptions')
    .innerJoin('users', 'users.id', 'billing_subscriptions.user_id')
    .select('users.id')
    .distinct()
    .where('users.deletion_requested_at', 'is not', null)
    .where('provider', '=', ctx.billing.name)
    .where('status', 'in', ['active', 'past_due'])
    .where('cancel_at_period_end', '=', false)
    .execute()
  for (const { id } of leaving) await stopRenewal(ctx, id)
}

async function stopRenewal(ctx: Deps, userId: string): Promise<void> {
  const subscription = await findLiving(ctx, userId)
  if (!subscription || subscription.cancel_at_period_end) return
  await ctx.billing.cancelAtPeriodEnd(subscription.subscription_id)
  await inTransaction(ctx, async (ctx) => {
    await noteOwnChange(ctx, subscription, {
      cancel_at_period_end: true,
      next_plan: null,
      next_billing_cycle: null,
      next_starts_at: null,
    })
    await recordAuditEvent(ctx, { kind: 'billing.renewal_stopped', userId, network: null })
  })
}
