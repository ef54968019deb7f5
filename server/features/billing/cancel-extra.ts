import type { AppContext } from '#server/context.ts'
import { recordAuditEvent } from '#server/features/audit/record-audit-event.ts'
import { defineJob } from '#server/jobs/jobs.ts'
import { cancelExtraJob } from './cancel-extra-job.ts'
import { livingOf } from './living-subscription.ts'
import { SYNC_ATTEMPTS } from './sync-job.ts'

export const cancelExtraSubscription = defineJob({
  ...cancelExtraJob,
  maxAttempts: SYNC_ATTEMPTS,
  run: (ctx, { subscriptionId }) => cancelExtra(ctx, subscriptionId),
})

/** When two checkouts were paid at the same moment, ends the lower subscription at once and credits its rest. */
export async function cancelExtra(
  ctx: Pick<AppContext, 'db' | 'now' | 'billing'>,
  subscriptionId: string,
): Promise<void> {
  const rows = await ctx.db
    .selectFrom('billing_subscriptions')
    .selectAll()
    .where('provider', '=', ctx.billing.name)
    .where('user_id', 'in', (query) =>
      query
        .selectFrom('billing_subscriptions as own')
        .select('own.user_id')
        .where('own.provider', '=', ctx.billing.name)
        .where('own.subscription_id', '=', subscriptionId),
    )
    .execute()
  const [, ...extra] = livingOf(rows, ctx.now())
  const found = extra.find((row) => row.subscription_id === subscriptionId)
  if (!found) return
  await ctx.billing.cancelNow(subscriptionId)
  await recordAuditEvent(ctx, {
    kind: 'billing.duplicate_cancelled',
    userId: found.user_id,
    network: null,
    detail: { subscriptionId },
  })
}
