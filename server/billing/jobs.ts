import { registerJob, type RegisteredJob } from '#server/platform/jobs/jobs.ts'
import { cancelExtraSubscription, stopRenewalsOfLeaving } from './stop-renewal.ts'
import { reconcileBilling } from './reconcile-billing.ts'
import { remindRenewals } from './notifications.ts'
import { syncBillingCustomer } from './sync-customer.ts'

export const billingJobs: RegisteredJob[] = [
  registerJob(syncBillingCustomer),
  registerJob(cancelExtraSubscription),
  registerJob(stopRenewalsOfLeaving),
  registerJob(reconcileBilling),
  registerJob(remindRenewals),
]
