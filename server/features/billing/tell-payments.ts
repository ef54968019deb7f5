import { DAY_MS } from '#contracts/dates.ts'
import type { AppContext } from '#server/context.ts'
import { recordAuditEvent } from '#server/features/audit/record-audit-event.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { mailTo, type BilledPerson } from './billed-person.ts'
import type { InvoiceTruth } from './billing-provider.ts'
import { paymentFailedMail, paymentReceivedMail } from './mails/billing-mails.ts'

type Deps = Pick<AppContext, 'db' | 'now' | 'jobs' | 'billing'>

/** Older payments are no news, for example after the database was restored from a copy. */
const NEWS_MS = 7 * DAY_MS

/** Inside the transaction that applies the provider's state: sends one mail for each payment and each failed attempt. */
export async function tellPayments(
  ctx: Deps,
  person: BilledPerson,
  invoices: readonly InvoiceTruth[],
): Promise<void> {
  const rows = await ctx.db
    .selectFrom('billing_invoices')
    .select(['invoice_id', 'status', 'failed_attempts'])
    .where('user_id', '=', person.id)
    .where('provider', '=', ctx.billing.name)
    .execute()
  const known = new Map(rows.map((row) => [row.invoice_id, row]))
  for (const invoice of invoices) {
    const before = known.get(invoice.invoiceId)
    const wasPaid = before?.status === 'paid'
    const failedBefore = before?.failed_attempts ?? 0
    if (before?.status === invoice.status && failedBefore === invoice.failedAttempts) continue
    await writeInvoice(ctx, person.id, invoice)
    if (invoice.status === 'paid' && !wasPaid && invoice.amountMinor > 0)
      await tell(ctx, person, invoice, { kind: 'billing.payment_received', isFirstSeen: !before })
    if (invoice.status === 'open' && invoice.failedAttempts > failedBefore)
      await tell(ctx, person, invoice, { kind: 'billing.payment_failed', isFirstSeen: !before })
  }
}

async function writeInvoice({ db, billing }: Deps, userId: string, invoice: InvoiceTruth): Promise<void> {
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

async function tell(
  ctx: Deps,
  person: BilledPerson,
  { invoiceId, number, amountMinor, currency, issuedAt, plan }: InvoiceTruth,
  {
    kind,
    isFirstSeen,
  }: { kind: 'billing.payment_received' | 'billing.payment_failed'; isFirstSeen: boolean },
): Promise<void> {
  const detail = { invoiceId, amountMinor, currency }
  await recordAuditEvent(ctx, { kind, userId: person.id, network: null, detail })
  const isOld = ctx.now().getTime() - issuedAt.getTime() > NEWS_MS
  // An invoice that we knew as open may be paid after weeks of attempts.
  if (isOld && isFirstSeen && kind === 'billing.payment_received') return
  await queueMail(ctx, kind === 'billing.payment_received' ? paymentReceivedMail : paymentFailedMail, {
    ...mailTo(person),
    params: { name: person.first_name, amountMinor, currency, invoiceNumber: number, plan },
  })
}
