import type { BodyOf, ResponseOf } from '#contracts/endpoint.ts'
import type { createCheckout as endpoint } from '#contracts/plans.ts'
import { languageInfo } from '#i18n/languages.ts'
import { AppError } from '#server/errors.ts'
import { recordAuditEvent } from '#server/features/audit/record-audit-event.ts'
import { requireViewer } from '#server/route.ts'
import type { BillingContext } from './billing-context.ts'
import { closeAgreement } from './close-agreement.ts'
import { ensureCustomer, replaceCustomer } from './ensure-customer.ts'
import { pageAddress } from './page-address.ts'
import { offerOf } from './prices.ts'
import { type Reservation, reserveCheckout } from './reserve-checkout.ts'

/** Each try may discover a closed page or a deleted customer, one after the other. */
const MOST_TRIES = 3

/**
 * Opens the provider's page for a first subscription. Two clicks, two tabs and a lost answer lead to the same page. An open page for
 * another plan is closed first.
 */
export async function createCheckout(
  ctx: BillingContext,
  { planId, billingCycle, currency = languageInfo[ctx.language].currency }: BodyOf<typeof endpoint>,
): Promise<ResponseOf<typeof endpoint>> {
  const viewer = requireViewer(ctx)
  await ctx.billingLimits.countCall(viewer.userId)
  const offer = offerOf(ctx.config, { plan: planId, billingCycle, currency })
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const customerId = await ensureCustomer(ctx, viewer)
    const reservation = await reserveCheckout(ctx, viewer, offer)
    await closeOthers(ctx, reservation)
    const page = await openPage(ctx, customerId, reservation)
    if (page.kind === 'open') return { checkoutId: reservation.id, checkoutUrl: page.url }
    await closeAgreement(ctx, reservation.id)
    if (page.kind === 'customer_gone') await replaceCustomer(ctx, viewer, customerId)
  }
  throw new AppError('billing_unavailable')
}

type Page = { kind: 'open'; url: string } | { kind: 'over' } | { kind: 'customer_gone' }

/** @throws AppError `already_subscribed` when one of them was paid a moment ago */
async function closeOthers(ctx: BillingContext, { others }: Reservation): Promise<void> {
  for (const { id, provider_checkout_id: providerCheckoutId } of others) {
    if (providerCheckoutId && (await ctx.billing.closeCheckout(providerCheckoutId)) === 'paid')
      throw new AppError('already_subscribed')
    await closeAgreement(ctx, id)
  }
}

async function openPage(ctx: BillingContext, customerId: string, reservation: Reservation): Promise<Page> {
  const { id, offer, language, expiresAt, providerCheckoutId, url } = reservation
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
    expiresAt,
    successUrl: pageAddress(ctx.config, '/payment-success', language, { success: 'true', checkout_id: id }),
    cancelUrl: pageAddress(ctx.config, '/pricing', language),
  })
  if (opened === 'customer_gone') return { kind: 'customer_gone' }
  const { numUpdatedRows } = await ctx.db
    .updateTable('billing_agreements')
    .set({ provider_checkout_id: opened.providerCheckoutId, url: opened.url })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .executeTakeFirst()
  if (numUpdatedRows === 0n) {
    // Meanwhile the customer chose another plan, or the account is being deleted: this page must not be paid.
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
