import type { Selectable } from 'kysely'
import type { createCheckout as endpoint } from '#contracts/billing/plans.ts'
import type { BodyOf, ResponseOf } from '#contracts/endpoint.ts'
import { languageInfo, languageOrFallback } from '#i18n/languages.ts'
import { recordAuditEvent } from '#server/platform/audit-trail.ts'
import type { BillingAgreements } from '#server/platform/db/billing-schema.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError } from '#server/platform/errors.ts'
import { pageLink } from '#server/platform/links.ts'
import { lockAccountRow } from '#server/platform/locks.ts'
import { requireViewer, type Viewer } from '#server/platform/session/viewer.ts'
import type { BillingRequest } from './context.ts'
import { ensureCustomer, replaceCustomer } from './customer.ts'
import { planOfRole } from '#contracts/billing/plan-rights.ts'
import { insertAgreement, isOfOffer, offerOf } from './prices.ts'
import type { Offer } from './provider/billing-provider.ts'
import {
  closeCheckouts,
  findActiveSubscription,
  openCheckouts,
  planRank,
  recordClosedCheckout,
} from './subscription.ts'

/** Each try may discover a closed page or a deleted customer, one after the other. */
const MAX_TRIES = 3

/**
 * Opens the provider's page for a first subscription. Two clicks, two tabs and a lost answer lead
 * to the same page. An open page for another plan is closed first.
 */
export async function createCheckout(
  ctx: BillingRequest,
  { planId, billingCycle, currency = languageInfo[ctx.language].currency }: BodyOf<typeof endpoint>,
): Promise<ResponseOf<typeof endpoint>> {
  const viewer = requireViewer(ctx)
  await ctx.features.require('checkout')
  const offer = offerOf(ctx.config, { plan: planId, billingCycle, currency })
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const customerId = await ensureCustomer(ctx, viewer)
    const { own, others } = await reserveCheckout(ctx, viewer, offer)
    await closeCheckouts(ctx, others)
    const page = await openPage(ctx, customerId, offer, own)
    if (page.kind === 'open') return { checkoutId: own.id, checkoutUrl: page.url }
    await recordClosedCheckout(ctx, own.id)
    if (page.kind === 'customer_gone') await replaceCustomer(ctx, viewer, customerId)
  }
  throw new AppError('billing_unavailable')
}

type Page = { kind: 'open'; url: string } | { kind: 'over' } | { kind: 'customer_gone' }

async function openPage(
  ctx: BillingRequest,
  customerId: string,
  offer: Offer,
  { id, url, provider_checkout_id: providerCheckoutId, ...row }: CheckoutRow,
): Promise<Page> {
  const language = languageOrFallback(row.language)
  if (providerCheckoutId && url) {
    // Paid, but its event has not arrived yet: the customer must not pay again.
    const state = await ctx.billing.readCheckout(providerCheckoutId)
    if (state === 'paid') throw new AppError('already_subscribed')
    return state === 'closed' ? { kind: 'over' } : { kind: 'open', url }
  }
  const opened = await ctx.billing.createCheckout({
    ...offer,
    checkoutId: id,
    customerId,
    language,
    expiresAt: row.expires_at ?? row.created_at,
    successUrl: pageLink(ctx.config, '/payment-success', language, {
      success: 'true',
      checkout_id: id,
    }),
    cancelUrl: pageLink(ctx.config, '/pricing', language),
  })
  if (opened === 'customer_gone') return { kind: 'customer_gone' }
  const { numUpdatedRows } = await ctx.db
    .updateTable('billing_agreements')
    .set({ provider_checkout_id: opened.providerCheckoutId, url: opened.url })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .executeTakeFirst()
  if (numUpdatedRows === 0n) {
    // Meanwhile the customer chose another plan, or the account is being deleted: this page must
    // not be paid.
    await ctx.billing.closeCheckout(opened.providerCheckoutId)
    throw new AppError('conflict')
  }
  const { userId } = requireViewer(ctx)
  await recordAuditEvent(ctx, {
    kind: 'billing.checkout_opened',
    userId,
    network: ctx.network,
    detail: { checkoutId: id, ...offer },
  })
  return { kind: 'open', url: opened.url }
}

/** How long a page is offered, and how near its end customers are no longer sent there. */
const CHECKOUT_LIFETIME_MS = 60 * 60_000
const MIN_LEFT_MS = 5 * 60_000
/**
 * A page that is still to be opened has to be offered for at least half an hour: providers accept
 * no less.
 */
const MIN_LEFT_TO_OPEN_MS = 35 * 60_000

type CheckoutRow = Selectable<BillingAgreements>

type Reservation = { own: CheckoutRow; others: CheckoutRow[] }

/**
 * Records a checkout before the provider is asked for it, or finds the open one for the same offer.
 * The lock makes parallel calls of one account wait for each other.
 * @throws AppError `already_subscribed`, `plan_already_held`
 */
function reserveCheckout(ctx: BillingRequest, viewer: Viewer, offer: Offer): Promise<Reservation> {
  return inTransaction(ctx, async (ctx) => {
    await lockAccountRow(ctx.db, viewer.userId)
    if (await findActiveSubscription(ctx, viewer.userId)) throw new AppError('already_subscribed')
    if (planRank[planOfRole[viewer.role]] >= planRank[offer.plan])
      throw new AppError('plan_already_held')
    const open = await openCheckouts(ctx.db, viewer.userId)
      .where('provider', '=', ctx.billing.name)
      .execute()
    const same = open.find(
      // The page has one language, and its return address keeps it.
      (row) => isOfOffer(row, offer) && row.language === ctx.language && isUsable(row, ctx.now()),
    )
    const at = ctx.now()
    const own =
      same ??
      (await insertAgreement(ctx, viewer.userId, offer, {
        kind: 'checkout',
        created_at: at,
        expires_at: new Date(at.getTime() + CHECKOUT_LIFETIME_MS),
      }))
    return { own, others: open.filter((row) => row !== same) }
  })
}

function isUsable({ url, expires_at: expiresAt }: CheckoutRow, now: Date): boolean {
  const leftMs = (expiresAt?.getTime() ?? 0) - now.getTime()
  return leftMs > (url === null ? MIN_LEFT_TO_OPEN_MS : MIN_LEFT_MS)
}
