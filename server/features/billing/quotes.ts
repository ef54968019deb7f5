import { randomUUID } from 'node:crypto'
import { inTransaction } from '#server/db/transaction.ts'
import { AppError } from '#server/errors.ts'
import { recordAuditEvent } from '#server/features/audit/record-audit-event.ts'
import type { BillingContext } from './billing-context.ts'
import type { PlannedChange } from './quote-change.ts'

const QUOTE_HOLDS_MS = 30 * 60_000

/**
 * A quote is an agreement that the customer has not confirmed yet. It expires with the period, because it is based on the rest of that
 * period.
 */
export async function noteQuote(
  { db, billing, now, language }: BillingContext,
  userId: string,
  { subscription, offer }: PlannedChange,
  quotedAt: Date,
): Promise<void> {
  const holdsUntil = quotedAt.getTime() + QUOTE_HOLDS_MS
  await db
    .deleteFrom('billing_agreements')
    .where('user_id', '=', userId)
    .where('kind', '=', 'change')
    .where('status', '<>', 'done')
    .where('expires_at', '<=', now())
    .execute()
  await db
    .insertInto('billing_agreements')
    .values({
      id: randomUUID(),
      user_id: userId,
      provider: billing.name,
      kind: 'change',
      plan: offer.plan,
      billing_cycle: offer.billingCycle,
      currency: offer.currency,
      amount_minor: offer.amountMinor,
      language,
      status: 'open',
      provider_checkout_id: null,
      url: null,
      created_at: quotedAt,
      expires_at: new Date(Math.min(holdsUntil, subscription.period_ends_at.getTime())),
    })
    .execute()
}

/**
 * Confirms a quote before the provider is asked, so that the new price is already known as agreed when the provider reports it. Two clicks
 * confirm once. Other quotes of the account become void, because they were based on its old subscription.
 * @throws AppError `quote_expired` for a quote that does not exist, has expired, or names another price
 */
export function agreeToQuote(
  ctx: BillingContext,
  userId: string,
  { offer }: PlannedChange,
  quotedAt: Date,
): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    // Locks the account first, as all code that writes billing data does.
    await ctx.db.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()
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
        row.plan === offer.plan &&
        row.billing_cycle === offer.billingCycle &&
        row.currency === offer.currency &&
        row.amount_minor === offer.amountMinor &&
        (row.expires_at ?? quotedAt) > ctx.now(),
    )
    if (!quote || isLater) throw new AppError('quote_expired')
    if (quote.status === 'done') return
    await settleQuotes(ctx, userId, quote.id)
    const detail = { ...offer }
    const event = { kind: 'billing.change_confirmed', userId, network: ctx.network, detail } as const
    await recordAuditEvent(ctx, event)
  })
}

async function settleQuotes({ db }: Pick<BillingContext, 'db'>, userId: string, id: string): Promise<void> {
  await db.updateTable('billing_agreements').set({ status: 'done' }).where('id', '=', id).execute()
  await db
    .updateTable('billing_agreements')
    .set({ status: 'closed' })
    .where('user_id', '=', userId)
    .where('kind', '=', 'change')
    .where('status', '=', 'open')
    .execute()
}
