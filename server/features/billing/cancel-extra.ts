import type { AppContext } from '#server/context.ts'
import { recordAuditEvent } from '#server/features/audit/record-audit-event.ts'
import { defineJob } from '#server/jobs/jobs.ts'
import { cancelExtraJob } from './cancel-extra-job.ts'
import { byWeight, isLiving } from './living-subscription.ts'
import { SYNC_ATTEMPTS } from './sync-job.ts'

export const cancelExtraSubscription = defineJob({
  ...cancelExtraJob,
  maxAttempts: SYNC_ATTEMPTS,
  run: (ctx, extra) => cancelExtra(ctx, extra),
})

/** Two checkouts that were paid at the same moment: the weaker subscription ends at once, and its rest is given back. */
export async function cancelExtra(
  ctx: Pick<AppContext, 'db' | 'now' | 'billing'>,
  { userId, subscriptionId }: { userId: string; subscriptionId: string },
): Promise<void> {
  const rows = await ctx.db
    .selectFrom('billing_subscriptions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('provider', '=', ctx.billing.name)
    .execute()
  const [, ...extra] = rows.filter(isLiving).toSorted(byWeight)
  if (!extra.some((row) => row.subscription_id === subscriptionId)) return
  await ctx.billing.cancelNow(subscriptionId)
  await recordAuditEvent(ctx, {
    kind: 'billing.duplicate_cancelled',
    userId,
    network: null,
    detail: { subscriptionId },
  })
}
