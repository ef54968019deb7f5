import * as z from 'zod'
import { DAY_MS } from '#contracts/dates.ts'
import { defineJob } from '#server/platform/jobs/job-definition.ts'
import type { BillingContext } from './context.ts'
import { stopRenewals } from './stop-renewals.ts'
import { syncCustomer } from './sync-customer.ts'

/** The provider stops repeating an event after three days. */
const KEEP_EVENTS_MS = 90 * DAY_MS

export const reconcileBilling = defineJob({
  name: 'reconcile-billing',
  payload: z.object({}),
  maxAttempts: 3,
  cron: '11 3 * * *',
  run: async (ctx: BillingContext, _payload, signal) => void (await reconcile(ctx, signal)),
})

/**
 * Reads every customer once, so that changes without an event are corrected by the morning. A customer that cannot be read does not hold up
 * the others.
 * @returns how many accounts had the wrong plan
 * @throws Error after all were tried, or before any when the keys belong to another account
 */
export async function reconcile(
  ctx: Pick<BillingContext, 'db' | 'now' | 'log' | 'jobs' | 'billing' | 'config'>,
  signal?: AbortSignal,
): Promise<number> {
  const customers = await ctx.db
    .selectFrom('billing_customers')
    .innerJoin('users', 'users.id', 'billing_customers.user_id')
    .select(['billing_customers.customer_id', 'users.id'])
    .where('provider', '=', ctx.billing.name)
    .orderBy('users.id')
    .execute()
  await requireRightKeys(ctx, signal)
  let [repaired, failed] = [0, 0]
  for (const { customer_id: customerId, id } of customers) {
    if (signal?.aborted) return repaired
    try {
      if (await syncCustomer(ctx, customerId)) repaired += 1
    } catch (error) {
      failed += 1
      ctx.log.warn(
        { event: 'billing.not_reconciled', userId: id, err: error },
        'a customer was not looked at',
      )
    }
  }
  if (repaired > 0)
    ctx.log.warn({ event: 'billing.repaired', repaired }, 'plans differed from the payment provider')
  await deleteOldEvents(ctx)
  await stopRenewals(ctx)
  if (failed > 0) throw new Error(`${failed} customers were not checked`)
  return repaired
}

/**
 * With the keys of another account, or of its test mode, the provider knows no customer, and every plan would end by the morning. An event
 * needs no such check: its signature proves the account.
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
    if (signal?.aborted) return
    // A customer that cannot be read now is retried, and reported, with all the others.
    const isUnknown = await billing.readCustomer(customerId).then(
      (snapshot) => snapshot === null,
      () => false,
    )
    if (!isUnknown) return
  }
  // With only one customer it is impossible to tell wrong keys from a deleted customer.
  if (paying.length > 1)
    throw new Error(`the provider knows none of the ${paying.length} customers who pay: are its keys right?`)
}

async function deleteOldEvents({ db, now }: Pick<BillingContext, 'db' | 'now'>): Promise<void> {
  await db
    .deleteFrom('billing_events')
    .where('received_at', '<', new Date(now().getTime() - KEEP_EVENTS_MS))
    .execute()
}
