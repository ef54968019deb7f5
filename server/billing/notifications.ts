import { DAY_MS } from '#contracts/dates.ts'
import type { UserId } from '#contracts/ids.ts'
import { languageOrFallback } from '#i18n/languages.ts'
import { recordAuditEvent } from '#server/platform/audit-trail.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { defineCron } from '#server/platform/jobs/job-definition.ts'
import { queueMail } from '#server/platform/mail/mail.ts'
import {
  paymentFailedMail,
  paymentReceivedMail,
  renewalSoonMail,
  subscriptionCancelledMail,
  subscriptionEndedMail,
} from './billing-mails.ts'
import type { BillingContext } from './context.ts'
import type { InvoiceChange } from './invoices.ts'
import { isActive, type SubscriptionRow } from './subscription.ts'

type Deps = Pick<BillingContext, 'db' | 'now' | 'jobs' | 'billing'>

/** Older payments are no news, for example after the database was restored from a copy. */
const MAX_NEWS_AGE_MS = 7 * DAY_MS

/**
 * Inside the transaction that applies the provider's state: sends one mail for each payment and
 * each failed attempt.
 */
export async function notifyOfPayments(
  ctx: Deps,
  person: BilledPerson,
  changes: readonly InvoiceChange[],
): Promise<void> {
  for (const change of changes) {
    const { before, after } = change
    if (after.status === 'paid' && before?.status !== 'paid' && after.amountMinor > 0)
      await notify(ctx, person, change, 'billing.payment_received')
    if (after.status === 'open' && after.failedAttempts > (before?.failedAttempts ?? 0))
      await notify(ctx, person, change, 'billing.payment_failed')
  }
}

async function notify(
  ctx: Deps,
  person: BilledPerson,
  { before, after }: InvoiceChange,
  kind: 'billing.payment_received' | 'billing.payment_failed',
): Promise<void> {
  const { invoiceId, number, amountMinor, currency, issuedAt, plan } = after
  const isReceived = kind === 'billing.payment_received'
  const detail = { invoiceId, amountMinor, currency }
  await recordAuditEvent(ctx, { kind, userId: person.id, network: null, detail })
  const isOld = ctx.now().getTime() - issuedAt.getTime() > MAX_NEWS_AGE_MS
  // An invoice that we knew as open may be paid after weeks of attempts.
  if (isOld && !before && isReceived) return
  await queueMail(ctx, isReceived ? paymentReceivedMail : paymentFailedMail, {
    ...mailTo(person),
    params: { name: person.first_name, amountMinor, currency, invoiceNumber: number, plan },
  })
}

type Change = {
  before: readonly SubscriptionRow[]
  after: readonly SubscriptionRow[]
  current: SubscriptionRow | undefined
}

/**
 * Inside the transaction that applies the provider's state: reports a cancellation made elsewhere,
 * such as at the provider, and an end that the customer did not request here.
 */
export async function notifyOfEnding(
  ctx: Deps,
  person: BilledPerson,
  { before, after, current }: Change,
): Promise<void> {
  const old = new Map(before.map((row) => [row.subscription_id, row]))
  for (const row of after) {
    const was = old.get(row.subscription_id)
    if (!was || !isActive(was)) continue
    if (isActive(row) && row.cancel_at_period_end && !was.cancel_at_period_end) {
      await notifyOfCancellation(ctx, person, row)
    } else if (row.status === 'ended' && current === undefined) {
      const params = { name: person.first_name, plan: row.plan }
      await queueMail(ctx, subscriptionEndedMail, { ...mailTo(person), params })
    }
  }
}

export async function notifyOfCancellation(
  ctx: Deps,
  person: BilledPerson,
  { plan, period_ends_at: endsAt }: Pick<SubscriptionRow, 'plan' | 'period_ends_at'>,
): Promise<void> {
  await queueMail(ctx, subscriptionCancelledMail, {
    ...mailTo(person),
    params: { name: person.first_name, plan, endsAt: endsAt.toISOString() },
  })
}

/** Early enough for a change of mind. Monthly renewals get no reminder: each has its receipt. */
const REMIND_BEFORE_MS = 7 * DAY_MS

export const remindRenewals = defineCron({
  name: 'remind-renewals',
  maxAttempts: 3,
  cron: '41 * * * *',
  run: (ctx: BillingContext) => notifyOfRenewals(ctx),
})

export async function notifyOfRenewals(ctx: Deps): Promise<void> {
  const due = await ctx.db
    .selectFrom('billing_subscriptions as subscription')
    .innerJoin('users', 'users.id', 'subscription.user_id')
    .select(['users.id', 'users.email', 'users.first_name', 'users.language'])
    .select(['subscription_id', 'plan', 'period_ends_at', 'amount_minor', 'currency'])
    .where('provider', '=', ctx.billing.name)
    .where('billing_cycle', '=', 'yearly')
    .where('status', '=', 'active')
    .where('is_refused', '=', false)
    .where('cancel_at_period_end', '=', false)
    .where('next_plan', 'is', null)
    .where('period_ends_at', '>', ctx.now())
    .where('period_ends_at', '<=', new Date(ctx.now().getTime() + REMIND_BEFORE_MS))
    .where((where) => where('reminded_for', 'is distinct from', where.ref('period_ends_at')))
    .where('users.deletion_requested_at', 'is', null)
    .execute()
  for (const row of due)
    await inTransaction(ctx, async (ctx) => {
      const { numUpdatedRows } = await ctx.db
        .updateTable('billing_subscriptions')
        .set({ reminded_for: row.period_ends_at })
        .where('provider', '=', ctx.billing.name)
        .where('subscription_id', '=', row.subscription_id)
        .where('reminded_for', 'is distinct from', row.period_ends_at)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) return
      const { plan, period_ends_at: renewsAt, amount_minor: amountMinor, currency } = row
      const params = {
        name: row.first_name,
        plan,
        renewsAt: renewsAt.toISOString(),
        amountMinor,
        currency,
      }
      await queueMail(ctx, renewalSoonMail, { ...mailTo(row), params })
    })
}

type BilledPerson = { id: UserId; email: string; first_name: string; language: string }

const mailTo = ({ id, email, language }: BilledPerson) => ({
  recipient: email,
  userId: id,
  language: languageOrFallback(language),
})
