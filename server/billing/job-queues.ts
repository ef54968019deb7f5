import * as z from 'zod'
import type { JobQueue } from '#server/platform/jobs/job-queue.ts'

/**
 * Longer than the provider's outages last: about six hours, and every customer is read each night
 * anyway.
 */
export const SYNC_ATTEMPTS = 30

/** One read waits for each customer, however many events arrive meanwhile. */
export const syncCustomerJob = {
  name: 'sync-billing-customer',
  payload: z.object({ customerId: z.string() }),
  key: ({ customerId }: { customerId: string }) => customerId,
} satisfies JobQueue<{ customerId: string }>

type Extra = { subscriptionId: string }

export const cancelExtraJob = {
  name: 'cancel-extra-subscription',
  payload: z.object({ subscriptionId: z.string() }),
  key: ({ subscriptionId }: Extra) => subscriptionId,
} satisfies JobQueue<Extra>

/** The payload has no names: jobs are kept longer than accounts may be. */
export const stopRenewalsJob = {
  name: 'stop-renewals',
  payload: z.object({}),
  key: () => 'all',
} satisfies JobQueue<Record<string, never>>
