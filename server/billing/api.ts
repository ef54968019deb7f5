/** Money: plans and their rights, checkout, subscriptions, the payment provider. */
import type { TableName } from '#server/platform/db/schema.ts'
import type { Erasure } from '#server/platform/erasure.ts'
import { registerJob } from '#server/platform/jobs/job-definition.ts'
import { olderThan, type Retention } from '#server/platform/jobs/purge-old-rows.ts'
import { stopRenewalsJob } from './job-queues.ts'
import { remindRenewals } from './notifications.ts'
import { reconcileBilling } from './reconcile-billing.ts'
import { billingRoutes, planRoutes } from './routes.ts'
import { cancelExtraSubscription, isRenewing, stopDeletedAccountRenewals } from './stop-renewals.ts'
import { syncBillingCustomer } from './sync-customer.ts'

export type { BillingServices } from './context.ts'
export { billingMails as mails } from './billing-mails.ts'
export { stopRenewalsJob, syncCustomerJob } from './job-queues.ts'
export { readRunningSubscription, setPlanByHand } from './subscription.ts'
export { areUneven, pricesOf } from './prices.ts'
export { closePayments, requireNoPayments } from './stop-renewals.ts'
export { createBillingProvider } from './provider/create-billing-provider.ts'
export { WEBHOOK_PATH, webhookOperation } from './provider/signed-webhook.ts'
export { limits } from './limits.ts'

export const routes = [billingRoutes, planRoutes]
export const jobs = [
  registerJob(syncBillingCustomer),
  registerJob(cancelExtraSubscription),
  registerJob(stopDeletedAccountRenewals),
  registerJob(reconcileBilling),
  registerJob(remindRenewals),
]

export const tables = [
  'billing_agreements',
  'billing_customers',
  'billing_events',
  'billing_invoices',
  'billing_subscriptions',
] as const satisfies TableName[]

export const retention: Retention<(typeof tables)[number]> = {
  // The provider stops repeating an event after three days.
  billing_events: { old: olderThan('received_at', 90) },
}

export const erasure: Erasure = {
  closing: ({ db, jobs }) => jobs.enqueue(db, stopRenewalsJob, {}),
  // No failure of the run: the provider is asked again each night, and only then can the next run
  // erase the account.
  async isTooEarly({ db, log }, userId) {
    if (!(await isRenewing(db, userId))) return false
    log.error(
      { event: 'account.still_charged', userId },
      'a deleted account is not erased while its subscription renews: end it at the payment provider',
    )
    return true
  },
  // The provider's events about a customer name no one else.
  account: ({ db }, { userId }) =>
    db
      .deleteFrom('billing_events')
      .where('customer_id', 'in', (where) =>
        where.selectFrom('billing_customers').select('customer_id').where('user_id', '=', userId),
      )
      .execute(),
}
