import { defineCron } from '#server/platform/jobs/job-definition.ts'
import type { BillingContext } from './context.ts'
import { stopRenewalsJob } from './job-queues.ts'
import { type SyncContext, syncCustomer } from './sync-customer.ts'

/** One customer after the other, at up to a second each; a lost worker is noticed much earlier. */
const EXPIRES_AFTER_SECONDS = 12 * 60 * 60

export const reconcileBilling = defineCron({
  name: 'reconcile-billing',
  maxAttempts: 3,
  expireInSeconds: EXPIRES_AFTER_SECONDS,
  cron: '11 3 * * *',
  run: async (ctx: BillingContext, signal) => void (await reconcile(ctx, signal)),
})

/**
 * Reads every customer once, so that changes without an event are corrected by the morning; the
 * longest unread first, so that a run continues an interrupted one.
 * @returns how many accounts had the wrong plan
 * @throws Error after all were tried, when aborted, or at once when the keys belong to another
 * account
 */
export async function reconcile(ctx: SyncContext, signal?: AbortSignal): Promise<number> {
  await requireRightKeys(ctx, signal)
  // before the hours that follow, and free to fail by itself
  await ctx.jobs.enqueue(ctx.db, stopRenewalsJob, {})
  let [repaired, failed] = [0, 0]
  for (const { customer_id: customerId, user_id: userId } of await readCustomers(ctx)) {
    signal?.throwIfAborted()
    try {
      if (await syncCustomer(ctx, customerId)) repaired += 1
    } catch (error) {
      failed += 1
      ctx.log.warn(
        { event: 'billing.not_reconciled', userId, err: error },
        'a customer was not looked at',
      )
    }
  }
  if (repaired > 0)
    ctx.log.warn(
      { event: 'billing.repaired', repaired },
      'plans differed from the payment provider',
    )
  if (failed > 0) throw new Error(`${failed} customers were not checked`)
  return repaired
}

const readCustomers = ({ db, billing }: Pick<BillingContext, 'db' | 'billing'>) =>
  db
    .selectFrom('billing_customers')
    .select(['customer_id', 'user_id'])
    .where('provider', '=', billing.name)
    .orderBy('synced_at', (order) => order.asc().nullsFirst())
    .orderBy('user_id')
    .execute()

/**
 * With the keys of another account, or of its test mode, the provider knows no customer, and every
 * plan would end by the morning. An event needs no such check: its signature proves the account.
 */
async function requireRightKeys(
  { db, billing }: Pick<BillingContext, 'db' | 'billing'>,
  signal: AbortSignal | undefined,
): Promise<void> {
  const paying = await db
    .selectFrom('billing_customers as customer')
    .innerJoin('billing_subscriptions as subscription', (join) =>
      join
        .onRef('subscription.user_id', '=', 'customer.user_id')
        .onRef('subscription.provider', '=', 'customer.provider'),
    )
    .select('customer.customer_id')
    .distinct()
    .where('customer.provider', '=', billing.name)
    .where('subscription.status', 'in', ['active', 'past_due'])
    .execute()
  for (const { customer_id: customerId } of paying) {
    signal?.throwIfAborted()
    // A customer that cannot be read now is retried, and reported, with all the others.
    const isUnknown = await billing.readCustomer(customerId).then(
      (snapshot) => snapshot === null,
      () => false,
    )
    if (!isUnknown) return
  }
  // With only one customer it is impossible to tell wrong keys from a deleted customer.
  if (paying.length > 1)
    throw new Error(
      `the provider knows none of the ${paying.length} customers who pay: are its keys right?`,
    )
}
