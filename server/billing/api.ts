/** Money: plans and their rights, checkout, subscriptions, the payment provider. */
import { registerJob } from '#server/platform/jobs/job-definition.ts'
import { remindRenewals } from './notifications.ts'
import { reconcileBilling } from './reconcile-billing.ts'
import { billingRoutes, planRoutes } from './routes.ts'
import { cancelExtraSubscription, stopDeletedAccountRenewals } from './stop-renewals.ts'
import { syncBillingCustomer } from './sync-customer.ts'

export type { BillingServices } from './context.ts'
export { billingMails as mails } from './billing-mails.ts'
export { stopRenewalsJob, syncCustomerJob } from './job-queues.ts'
export { readRunningSubscription, setPlanByHand } from './grant-plan.ts'
export { pricesOf } from './prices.ts'
export { closePayments, requireNoPayments } from './stop-renewals.ts'
export { createBillingProvider } from './provider/create-billing-provider.ts'
export { WEBHOOK_PATH, webhookOperation } from './provider/signed-webhook.ts'
export { erasure } from './erasure.ts'
export { limits } from './limits.ts'
export { retention, tables } from './tables.ts'

export const routes = [billingRoutes, planRoutes]
export const jobs = [
  registerJob(syncBillingCustomer),
  registerJob(cancelExtraSubscription),
  registerJob(stopDeletedAccountRenewals),
  registerJob(reconcileBilling),
  registerJob(remindRenewals),
]
