import * as z from 'zod'
import type { JobQueue } from '#server/jobs/jobs.ts'

/** Longer than the provider is ever away: about six hours, and each night all customers are looked at anyway. */
export const SYNC_ATTEMPTS = 30

/** One look waits for each customer, however many events come in meanwhile. */
export const syncCustomerJob = {
  name: 'sync-billing-customer',
  payload: z.object({ customerId: z.string() }),
  key: ({ customerId }: { customerId: string }) => customerId,
} satisfies JobQueue<{ customerId: string }>
