import type { AppContext } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { syncCustomerJob } from './sync-job.ts'

/**
 * Notes an event once and has its customer looked at. Nothing that it says is believed but whose it is, so that late, doubled and
 * reordered ones do no harm.
 * @throws AppError `invalid_request` for what the provider did not sign just now
 */
export async function receiveWebhook(
  ctx: Pick<AppContext, 'db' | 'now' | 'jobs' | 'billing'>,
  { rawBody, signature }: { rawBody: Buffer; signature: string | undefined },
): Promise<{ received: true }> {
  const { eventId, kind, customerId } = ctx.billing.verifyWebhook(rawBody, signature, ctx.now())
  await inTransaction(ctx, async (ctx) => {
    const { numInsertedOrUpdatedRows } = await ctx.db
      .insertInto('billing_events')
      .values({
        provider: ctx.billing.name,
        event_id: eventId,
        kind,
        customer_id: customerId,
        received_at: ctx.now(),
        // There is nothing to look at.
        processed_at: customerId === null ? ctx.now() : null,
      })
      .onConflict((conflict) => conflict.columns(['provider', 'event_id']).doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows && customerId !== null)
      await ctx.jobs.enqueue(ctx.db, syncCustomerJob, { customerId })
  })
  return { received: true }
}
