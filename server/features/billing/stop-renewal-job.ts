import * as z from 'zod'
import type { JobQueue } from '#server/jobs/jobs.ts'

export const stopRenewalJob = {
  name: 'stop-renewal',
  payload: z.object({ userId: z.uuid() }),
  key: ({ userId }: { userId: string }) => userId,
} satisfies JobQueue<{ userId: string }>
