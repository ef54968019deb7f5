import { AppError } from '#server/errors.ts'
import { recordAuditEvent } from '#server/features/audit/record-audit-event.ts'
import type { BillingContext } from './billing-context.ts'

/** Records an event that the provider did not sign: it is an attempt to open plans, or the webhook secret is wrong. */
export async function auditRefusals<Answer>(ctx: BillingContext, answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer
  } catch (error) {
    const isForged = error instanceof AppError && error.code === 'invalid_request'
    if (isForged && (await ctx.billingLimits.isRefusalNoted(ctx.network)))
      await recordAuditEvent(ctx, {
        kind: 'billing.webhook_refused',
        userId: null,
        network: ctx.network,
        detail: { provider: ctx.billing.name },
      })
    throw error
  }
}
