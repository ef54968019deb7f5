import { createHash } from 'node:crypto'
import type { BodyOf, ResponseOf } from '#contracts/endpoint.ts'
import type { changePlan as endpoint } from '#contracts/plans.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { AppError } from '#server/errors.ts'
import { requireViewer } from '#server/route.ts'
import type { BillingContext } from './billing-context.ts'
import type { ChangeOrder } from './billing-provider.ts'
import { noteOwnChange } from './note-own-change.ts'
import { planChange, type PlannedChange } from './quote-change.ts'
import { agreeToQuote } from './quotes.ts'

/** Carries out the change that the customer confirmed, at the quoted price. The plan itself changes when the provider reports it. */
export async function changePlan(
  ctx: BillingContext,
  { quotedAt, ...choice }: BodyOf<typeof endpoint>,
): Promise<ResponseOf<typeof endpoint>> {
  const { userId } = requireViewer(ctx)
  const quoted = new Date(quotedAt)
  const planned = await planChange(ctx, choice)
  await ctx.billingLimits.countCall(userId)
  await agreeToQuote(ctx, userId, planned, quoted)
  const order = orderOf(planned, quoted)
  return planned.takesEffect === 'now' ? changeNow(ctx, order) : changeLater(ctx, planned, order)
}

/** Two clicks on one quote make one change. */
const orderOf = ({ subscription, offer }: PlannedChange, quotedAt: Date): ChangeOrder => {
  const { subscription_id: subscriptionId } = subscription
  const { plan, billingCycle } = offer
  const parts = [subscriptionId, plan, billingCycle, quotedAt.toISOString()]
  const idempotencyKey = `change-${createHash('sha256').update(parts.join(' ')).digest('hex').slice(0, 40)}`
  return { ...offer, subscriptionId, quotedAt, idempotencyKey }
}

async function changeNow(ctx: BillingContext, order: ChangeOrder): Promise<ResponseOf<typeof endpoint>> {
  const outcome = await ctx.billing.changeNow(order)
  const effectiveAt = ctx.now().toISOString()
  switch (outcome.kind) {
    case 'changed':
      return { outcome: 'changed', effectiveAt, paymentUrl: null, message: ctx.say('done_plan_changed') }
    case 'payment_needed':
      return {
        outcome: 'payment_needed',
        effectiveAt,
        paymentUrl: outcome.url,
        message: ctx.say('done_payment_needed'),
      }
    case 'declined':
      throw new AppError('payment_declined')
    default:
      return outcome satisfies never
  }
}

async function changeLater(
  ctx: BillingContext,
  { subscription, offer }: PlannedChange,
  order: ChangeOrder,
): Promise<ResponseOf<typeof endpoint>> {
  await ctx.billing.changeAtPeriodEnd(order)
  const startsAt = subscription.period_ends_at
  await inTransaction(ctx, (ctx) =>
    noteOwnChange(ctx, subscription, {
      next_plan: offer.plan,
      next_billing_cycle: offer.billingCycle,
      next_starts_at: startsAt,
    }),
  )
  return {
    outcome: 'scheduled',
    effectiveAt: startsAt.toISOString(),
    paymentUrl: null,
    message: ctx.say('done_plan_scheduled'),
  }
}
