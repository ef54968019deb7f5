import { limits } from '#server/billing/limits.ts'
import { recordAuditEvent } from '#server/platform/audit-trail.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError } from '#server/platform/errors.ts'
import type { BillingContext, BillingRequest } from './context.ts'
import { syncCustomerJob } from './job-queues.ts'

/**
 * Records an event once and schedules a read of its customer; it trusts only the customer id, so
 * late, repeated and reordered events do no harm.
 * @throws AppError `invalid_request` for an event that the provider did not sign just now
 */
export async function receiveWebhook(
  ctx: Pick<BillingContext, 'db' | 'now' | 'jobs' | 'billing'>,
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
        // No customer to read.
        processed_at: customerId === null ? ctx.now() : null,
      })
      .onConflict((conflict) => conflict.columns(['provider', 'event_id']).doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows && customerId !== null)
      await ctx.jobs.enqueue(ctx.db, syncCustomerJob, { customerId })
  })
  return { received: true }
}

/**
 * Records an event that the provider did not sign: it is an attempt to open plans, or the webhook
 * secret is wrong.
 */
export async function auditForgedEvents<Answer>(
  ctx: BillingRequest,
  answer: Promise<Answer>,
): Promise<Answer> {
  try {
    return await answer
  } catch (error) {
    const isForged = error instanceof AppError && error.code === 'invalid_request'
    if (isForged && (await ctx.limits.tryConsume(limits.refusal, ctx.network)))
      await recordAuditEvent(ctx, {
        kind: 'billing.webhook_refused',
        userId: null,
        network: ctx.network,
        detail: { provider: ctx.billing.name },
      })
    throw error
  }
}
