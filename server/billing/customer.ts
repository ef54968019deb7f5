import type { Invoice } from '#contracts/billing/plans.ts'
import type { UserId } from '#contracts/ids.ts'
import { limits } from '#server/billing/limits.ts'
import { recordAuditEvent } from '#server/platform/audit-trail.ts'
import { AppError } from '#server/platform/errors.ts'
import { pageLink } from '#server/platform/links.ts'
import { requireViewer, type Viewer } from '#server/platform/session/viewer.ts'
import type { BillingRequest } from './context.ts'
import type { InvoiceSnapshot } from './provider/billing-provider.ts'

/**
 * The account's customer at the provider, created on first use. A repeated call finds the same
 * customer, here or there.
 */
export async function ensureCustomer(
  { db, billing, now }: Pick<BillingRequest, 'db' | 'billing' | 'now'>,
  viewer: Viewer,
): Promise<string> {
  const { userId } = viewer
  const known = await findCustomer({ db, billing }, userId)
  if (known !== null) return known
  const customerId = await billing.ensureCustomer({ ...personOf(viewer), replaces: null })
  await db
    .insertInto('billing_customers')
    .values({ user_id: userId, provider: billing.name, customer_id: customerId, created_at: now() })
    .onConflict((conflict) => conflict.columns(['user_id', 'provider']).doNothing())
    .execute()
  return (await findCustomer({ db, billing }, userId)) ?? customerId
}

/**
 * For a customer that was deleted at the provider. Read numbers continue, so a read of the old
 * customer that is still in progress is dropped.
 */
export async function replaceCustomer(
  { db, billing, log }: Pick<BillingRequest, 'db' | 'billing' | 'log'>,
  viewer: Viewer,
  gone: string,
): Promise<void> {
  const customerId = await billing.ensureCustomer({ ...personOf(viewer), replaces: gone })
  await db
    .updateTable('billing_customers')
    .set({ customer_id: customerId })
    .where('user_id', '=', viewer.userId)
    .where('provider', '=', billing.name)
    // When two calls run at once, the second finds the work done.
    .where('customer_id', '=', gone)
    .execute()
  log.warn(
    { event: 'billing.customer_replaced', userId: viewer.userId },
    'the provider did not know a customer any more',
  )
}

const personOf = ({ userId, email, firstName, lastName }: Viewer) => ({
  userId,
  email,
  name: `${firstName} ${lastName}`.trim(),
})

export async function findCustomer(
  { db, billing }: Pick<BillingRequest, 'db' | 'billing'>,
  userId: UserId,
): Promise<string | null> {
  const row = await db
    .selectFrom('billing_customers')
    .select('customer_id')
    .where('user_id', '=', userId)
    .where('provider', '=', billing.name)
    .executeTakeFirst()
  return row?.customer_id ?? null
}

/**
 * @throws AppError `no_subscription` for an account that never reached the provider, or that the
 * provider no longer knows
 */
export async function openPortal(ctx: BillingRequest): Promise<{ portalUrl: string }> {
  const { userId } = requireViewer(ctx)
  const customerId = await findCustomer(ctx, userId)
  if (customerId === null) throw new AppError('no_subscription')
  await ctx.limits.consume(limits.billing, userId)
  const returnUrl = pageLink(ctx.config, '/settings/plan', ctx.language)
  const portalUrl = await ctx.billing.portalUrl({ customerId, returnUrl, language: ctx.language })
  if (portalUrl === null) throw new AppError('no_subscription')
  await recordAuditEvent(ctx, { kind: 'billing.portal_opened', userId, network: ctx.network })
  return { portalUrl }
}

const MAX_INVOICES = 100

/** Newest first. */
export async function listInvoices(ctx: BillingRequest): Promise<{ invoices: Invoice[] }> {
  const { userId } = requireViewer(ctx)
  const customerId = await findCustomer(ctx, userId)
  if (customerId === null) return { invoices: [] }
  await ctx.limits.consume(limits.billing, userId)
  const snapshot = await ctx.billing.readCustomer(customerId)
  const newestFirst = (snapshot?.invoices ?? []).toSorted(
    (left, right) => right.issuedAt.getTime() - left.issuedAt.getTime(),
  )
  return { invoices: newestFirst.slice(0, MAX_INVOICES).map(presentInvoice) }
}

const presentInvoice = (invoice: InvoiceSnapshot): Invoice => ({
  id: invoice.invoiceId,
  number: invoice.number,
  status: invoice.status,
  amountMinor: invoice.amountMinor,
  currency: invoice.currency,
  issuedAt: invoice.issuedAt.toISOString(),
  url: invoice.url,
})
