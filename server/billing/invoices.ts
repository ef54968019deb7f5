import type { UserId } from '#contracts/ids.ts'
import type { BillingContext } from './context.ts'
import type { InvoiceSnapshot } from './provider/billing-provider.ts'

type Deps = Pick<BillingContext, 'db' | 'billing'>

/** `before` is undefined for an invoice that we had not seen. */
export type InvoiceChange = {
  before: Pick<InvoiceSnapshot, 'status' | 'failedAttempts'> | undefined
  after: InvoiceSnapshot
}

/**
 * Stores what the provider reports, inside the transaction that applies its state. @returns the
 * invoices that changed
 */
export async function writeInvoices(
  ctx: Deps,
  userId: UserId,
  invoices: readonly InvoiceSnapshot[],
): Promise<InvoiceChange[]> {
  const rows = await ctx.db
    .selectFrom('billing_invoices')
    .select(['invoice_id', 'status', 'failed_attempts as failedAttempts'])
    .where('user_id', '=', userId)
    .where('provider', '=', ctx.billing.name)
    .execute()
  const known = new Map(rows.map((row) => [row.invoice_id, row]))
  const changes = invoices
    .map((after) => ({ before: known.get(after.invoiceId), after }))
    .filter(
      ({ before, after }) =>
        before?.status !== after.status || before.failedAttempts !== after.failedAttempts,
    )
  for (const { after } of changes) await writeInvoice(ctx, userId, after)
  return changes
}

async function writeInvoice(
  { db, billing }: Deps,
  userId: UserId,
  invoice: InvoiceSnapshot,
): Promise<void> {
  const { status, failedAttempts, amountMinor, currency, issuedAt } = invoice
  const values = {
    status,
    amount_minor: amountMinor,
    currency,
    issued_at: issuedAt,
    failed_attempts: failedAttempts,
  }
  await db
    .insertInto('billing_invoices')
    .values({ provider: billing.name, invoice_id: invoice.invoiceId, user_id: userId, ...values })
    .onConflict((conflict) => conflict.columns(['provider', 'invoice_id']).doUpdateSet(values))
    .execute()
}
