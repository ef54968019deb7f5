import type { Invoice } from '#contracts/plans.ts'
import { requireViewer } from '#server/route.ts'
import type { BillingContext } from './billing-context.ts'
import type { InvoiceTruth } from './billing-provider.ts'
import { findCustomer } from './ensure-customer.ts'

const MOST = 100

/** The provider's list, newest first. */
export async function listInvoices(ctx: BillingContext): Promise<{ invoices: Invoice[] }> {
  const { userId } = requireViewer(ctx)
  const customerId = await findCustomer(ctx, userId)
  if (customerId === null) return { invoices: [] }
  await ctx.billingLimits.countCall(userId)
  const truth = await ctx.billing.readCustomer(customerId)
  const newestFirst = (truth?.invoices ?? []).toSorted(
    (left, right) => right.issuedAt.getTime() - left.issuedAt.getTime(),
  )
  return { invoices: newestFirst.slice(0, MOST).map(presentInvoice) }
}

const presentInvoice = (invoice: InvoiceTruth): Invoice => ({
  id: invoice.invoiceId,
  number: invoice.number,
  status: invoice.status,
  amountMinor: invoice.amountMinor,
  currency: invoice.currency,
  issuedAt: invoice.issuedAt.toISOString(),
  url: invoice.url,
})
