import * as z from 'zod'
import { DAY_MS } from '#contracts/dates.ts'
import type { AppContext } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { defineJob } from '#server/jobs/jobs.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { mailTo } from './billed-person.ts'
import { renewalSoonMail } from './mails/billing-mails.ts'

/** Early enough for a change of mind. Monthly renewals get no reminder: each has its receipt. */
const BEFORE_MS = 7 * DAY_MS

export const remindRenewals = defineJob({
  name: 'remind-renewals',
  payload: z.object({}),
  maxAttempts: 3,
  cron: '41 * * * *',
  run: (ctx) => tellRenewals(ctx),
})

/** Queues one mail before each yearly renewal. */
export async function tellRenewals(ctx: Pick<AppContext, 'db' | 'now' | 'jobs' | 'billing'>): Promise<void> {
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
    .where('period_ends_at', '<=', new Date(ctx.now().getTime() + BEFORE_MS))
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
      const params = { name: row.first_name, plan, renewsAt: renewsAt.toISOString(), amountMinor, currency }
      await queueMail(ctx, renewalSoonMail, { ...mailTo(row), params })
    })
}
