import { registerJob, type RegisteredJob } from '#server/jobs/jobs.ts'
import { cancelExtraSubscription } from './cancel-extra.ts'
import { reconcileBilling } from './reconcile-billing.ts'
import { remindRenewals } from './remind-renewals.ts'
import { stopRenewalsOfLeaving } from './stop-renewal.ts'
import { syncBillingCustomer } from './sync-customer.ts'

export const billingJobs: RegisteredJob[] = [
  registerJob(syncBillingCustomer),
  registerJob(cancelExtraSubscription),
  registerJob(stopRenewalsOfLeaving),
  registerJob(reconcileBilling),
  registerJob(remindRenewals),
]
