import * as z from 'zod'
import type { JobQueue } from '#server/jobs/jobs.ts'

/** The payload has no names: jobs are kept longer than accounts may be. */
export const stopRenewalsJob = {
  name: 'stop-renewals',
  payload: z.object({}),
  key: () => 'all',
} satisfies JobQueue<Record<string, never>>
