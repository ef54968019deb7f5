import { createHash } from 'node:crypto'
import type {
  changePlan as endpoint,
  PlanChangeQuote,
  PlanChoice,
} from '#contracts/billing/plans.ts'
import { PlanCurrency } from '#contracts/billing/price-list.ts'
import type { BodyOf, ResponseOf } from '#contracts/endpoint.ts'
import type { UserId } from '#contracts/ids.ts'
import { limits } from '#server/billing/limits.ts'
import { recordAuditEvent } from '#server/platform/audit-trail.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError } from '#server/platform/errors.ts'
import { lockAccountRow } from '#server/platform/locks.ts'
import { requireViewer } from '#server/platform/session/viewer.ts'
import { requireSubscription } from './cancel-plan.ts'
import type { BillingRequest } from './context.ts'
import { insertAgreement, isOfOffer, offerOf } from './prices.ts'
import type { ChangeOrder, Offer } from './provider/billing-provider.ts'
import { planRank, recordOwnChange, type SubscriptionRow } from './subscription.ts'

/**
 * Carries out the change that the customer confirmed, at the quoted price. The plan itself changes
 * when the provider reports it.
 */
export async function changePlan(
  ctx: BillingRequest,
  { quotedAt, ...choice }: BodyOf<typeof endpoint>,
): Promise<ResponseOf<typeof endpoint>> {
  const { userId } = requireViewer(ctx)
  const quoted = new Date(quotedAt)
  const planned = await planChange(ctx, choice)
  await ctx.limits.consume(limits.billing, userId)
  await acceptQuote(ctx, userId, planned, quoted)
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

async function changeNow(
  ctx: BillingRequest,
  order: ChangeOrder,
): Promise<ResponseOf<typeof endpoint>> {
  const outcome = await ctx.billing.changeNow(order)
  const effectiveAt = ctx.now().toISOString()
  switch (outcome.kind) {
    case 'changed':
      return {
        outcome: 'changed',
        effectiveAt,
        paymentUrl: null,
        message: ctx.say('done_plan_changed'),
      }
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
  ctx: BillingRequest,
  { subscription, offer }: PlannedChange,
  order: ChangeOrder,
): Promise<ResponseOf<typeof endpoint>> {
  await ctx.billing.changeAtPeriodEnd(order)
  const startsAt = subscription.period_ends_at
  await inTransaction(ctx, (ctx) =>
    recordOwnChange(ctx, subscription, {
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

type PlannedChange = {
  subscription: SubscriptionRow
  offer: Offer
  takesEffect: 'now' | 'period_end'
}

/** Calculates the price and start of a change. It changes nothing, but stores the quote. */
export async function quoteChange(
  ctx: BillingRequest,
  choice: PlanChoice,
): Promise<PlanChangeQuote> {
  const { userId } = requireViewer(ctx)
  const planned = await planChange(ctx, choice)
  const { subscription, offer, takesEffect } = planned
  await ctx.limits.consume(limits.billing, userId)
  // Whole seconds: providers count in seconds, and the quote has to match when it comes back.
  const quotedAt = new Date(Math.floor(ctx.now().getTime() / 1000) * 1000)
  const order = { ...offer, subscriptionId: subscription.subscription_id, quotedAt }
  const isNow = takesEffect === 'now'
  const dueNowMinor = isNow ? await ctx.billing.quoteChange(order) : 0
  await recordQuote(ctx, userId, planned, quotedAt)
  return {
    takesEffect,
    effectiveAt: (isNow ? quotedAt : subscription.period_ends_at).toISOString(),
    dueNowMinor,
    currency: offer.currency,
    price: offer.amountMinor,
    quotedAt: quotedAt.toISOString(),
  }
}

/** @throws AppError for a subscription that cannot be changed to this */
async function planChange(
  ctx: BillingRequest,
  { planId, billingCycle }: PlanChoice,
): Promise<PlannedChange> {
  const subscription = await requireSubscription(ctx, requireViewer(ctx).userId)
  if (subscription.cancel_at_period_end) throw new AppError('subscription_ending')
  if (subscription.status === 'past_due') throw new AppError('payment_overdue')
  const isSame = subscription.plan === planId && subscription.billing_cycle === billingCycle
  if (isSame) throw new AppError('plan_already_held')
  // A subscription in a currency that the price list no longer names can be cancelled, not changed.
  const currency = PlanCurrency.safeParse(subscription.currency)
  if (!currency.success) throw new AppError('conflict')
  const offer = offerOf(ctx.config, { plan: planId, billingCycle, currency: currency.data })
  const takesEffect = isUpgrade(subscription, offer) ? 'now' : 'period_end'
  // It would end the planned change before it is paid for itself; a later one replaces it.
  if (takesEffect === 'now' && subscription.next_plan) throw new AppError('change_scheduled')
  return { subscription, offer, takesEffect }
}

const isUpgrade = (from: SubscriptionRow, to: Offer): boolean =>
  planRank[to.plan] > planRank[from.plan] ||
  (to.plan === from.plan && from.billing_cycle === 'monthly' && to.billingCycle === 'yearly')

const QUOTE_VALID_MS = 30 * 60_000

/**
 * A quote that the customer has not confirmed yet. It expires with the period, because it is based
 * on the rest of that period.
 */
async function recordQuote(
  ctx: BillingRequest,
  userId: UserId,
  { subscription, offer }: PlannedChange,
  quotedAt: Date,
): Promise<void> {
  await ctx.db
    .deleteFrom('billing_agreements')
    .where('user_id', '=', userId)
    .where('kind', '=', 'change')
    .where('status', '<>', 'done')
    .where('expires_at', '<=', ctx.now())
    .execute()
  const validUntil = quotedAt.getTime() + QUOTE_VALID_MS
  await insertAgreement(ctx, userId, offer, {
    kind: 'change',
    created_at: quotedAt,
    expires_at: new Date(Math.min(validUntil, subscription.period_ends_at.getTime())),
  })
}

/**
 * Before the provider is asked, so that the new price is known as agreed when it reports it. Two
 * clicks confirm once; the account's other quotes, based on its old subscription, become void.
 * @throws AppError `quote_expired` for an unknown or expired quote, or another price
 */
function acceptQuote(
  ctx: BillingRequest,
  userId: UserId,
  { offer }: PlannedChange,
  quotedAt: Date,
): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    await lockAccountRow(ctx.db, userId)
    const quotes = await ctx.db
      .selectFrom('billing_agreements')
      .selectAll()
      .where('user_id', '=', userId)
      .where('provider', '=', ctx.billing.name)
      .where('kind', '=', 'change')
      .where('status', '<>', 'closed')
      .where('created_at', '>=', quotedAt)
      .execute()
    const isLater = quotes.some((row) => row.status === 'done' && row.created_at > quotedAt)
    const quote = quotes.find(
      (row) =>
        row.created_at.getTime() === quotedAt.getTime() &&
        isOfOffer(row, offer) &&
        (row.expires_at ?? quotedAt) > ctx.now(),
    )
    if (!quote || isLater) throw new AppError('quote_expired')
    if (quote.status === 'done') return
    await closeQuotes(ctx, userId, quote.id)
    await recordAuditEvent(ctx, {
      kind: 'billing.change_confirmed',
      userId,
      network: ctx.network,
      detail: { ...offer },
    })
  })
}

async function closeQuotes(
  { db }: Pick<BillingRequest, 'db'>,
  userId: UserId,
  id: string,
): Promise<void> {
  await db.updateTable('billing_agreements').set({ status: 'done' }).where('id', '=', id).execute()
  await db
    .updateTable('billing_agreements')
    .set({ status: 'closed' })
    .where('user_id', '=', userId)
    .where('kind', '=', 'change')
    .where('status', '=', 'open')
    .execute()
}
