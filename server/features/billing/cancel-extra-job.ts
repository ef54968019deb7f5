import * as z from 'zod'
import type { JobQueue } from '#server/jobs/jobs.ts'

type Extra = { userId: string; subscriptionId: string }

export const cancelExtraJob = {
  name: 'cancel-extra-subscription',
  payload: z.object({ userId: z.string(), subscriptionId: z.string() }),
  key: ({ subscriptionId }: Extra) => subscriptionId,
} satisfies JobQueue<Extra>
