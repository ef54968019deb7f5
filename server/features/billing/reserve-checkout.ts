import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import { FALLBACK_LANGUAGE, isLanguage, type Language } from '#i18n/languages.ts'
import type { BillingAgreements } from '#server/db/billing-schema.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { AppError } from '#server/errors.ts'
import { planOfRole } from '#server/features/plans/plan-of-role.ts'
import type { RequestContext } from '#server/route.ts'
import type { Viewer } from '#server/session/viewer.ts'
import type { Offer } from './billing-provider.ts'
import { findLiving, planRank } from './living-subscription.ts'

/** How long a page is offered, and how near its end customers are no longer sent there. */
const OPEN_MS = 60 * 60_000
const TOO_LATE_MS = 5 * 60_000
/** A page that is still to be opened has to be offered for at least half an hour: providers accept no less. */
const TOO_LATE_TO_OPEN_MS = 35 * 60_000

type Agreement = Selectable<BillingAgreements>

export type Reservation = {
  id: string
  offer: Offer
  language: Language
  expiresAt: Date
  providerCheckoutId: string | null
  url: string | null
  /** Open checkouts for other offers. */
  others: Agreement[]
}

/**
 * Records a checkout before the provider is asked for it, or finds the open one for the same offer. The lock makes parallel calls of one
 * account wait for each other.
 * @throws AppError `already_subscribed`, `plan_already_held`
 */
export function reserveCheckout(ctx: RequestContext, viewer: Viewer, offer: Offer): Promise<Reservation> {
  return inTransaction(ctx, async (ctx) => {
    await ctx.db
      .selectFrom('users')
      .select('id')
      .where('id', '=', viewer.userId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (await findLiving(ctx, viewer.userId)) throw new AppError('already_subscribed')
    if (planRank[planOfRole[viewer.role]] >= planRank[offer.plan]) throw new AppError('plan_already_held')
    const open = await ctx.db
      .selectFrom('billing_agreements')
      .selectAll()
      .where('user_id', '=', viewer.userId)
      .where('provider', '=', ctx.billing.name)
      .where('kind', '=', 'checkout')
      .where('status', '=', 'open')
      .execute()
    const same = open.find(
      // The page has one language, and its return address keeps it.
      (row) => isFor(row, offer) && row.language === ctx.language && isUsable(row, ctx.now()),
    )
    const own = same ?? (await insertCheckout(ctx, viewer.userId, offer))
    return presentReservation(
      own,
      offer,
      open.filter((row) => row !== same),
    )
  })
}

function isUsable({ url, expires_at: expiresAt }: Agreement, now: Date): boolean {
  const leftMs = (expiresAt?.getTime() ?? 0) - now.getTime()
  return leftMs > (url === null ? TOO_LATE_TO_OPEN_MS : TOO_LATE_MS)
}

const isFor = (row: Agreement, { plan, billingCycle, currency, amountMinor }: Offer) =>
  row.plan === plan &&
  row.billing_cycle === billingCycle &&
  row.currency === currency &&
  row.amount_minor === amountMinor

const insertCheckout = (
  { db, billing, now, language }: Pick<RequestContext, 'db' | 'billing' | 'now' | 'language'>,
  userId: string,
  { plan, billingCycle, currency, amountMinor }: Offer,
): Promise<Agreement> =>
  db
    .insertInto('billing_agreements')
    .values({
      id: randomUUID(),
      user_id: userId,
      provider: billing.name,
      kind: 'checkout',
      plan,
      billing_cycle: billingCycle,
      currency,
      amount_minor: amountMinor,
      language,
      status: 'open',
      provider_checkout_id: null,
      url: null,
      created_at: now(),
      expires_at: new Date(now().getTime() + OPEN_MS),
    })
    .returningAll()
    .executeTakeFirstOrThrow()

const presentReservation = (row: Agreement, offer: Offer, others: Agreement[]): Reservation => ({
  id: row.id,
  offer,
  language: isLanguage(row.language) ? row.language : FALLBACK_LANGUAGE,
  expiresAt: row.expires_at ?? row.created_at,
  providerCheckoutId: row.provider_checkout_id,
  url: row.url,
  others,
})
