import * as z from 'zod'
import type { JobQueue } from '#server/jobs/jobs.ts'

type Extra = { subscriptionId: string }

export const cancelExtraJob = {
  name: 'cancel-extra-subscription',
  payload: z.object({ subscriptionId: z.string() }),
  key: ({ subscriptionId }: Extra) => subscriptionId,
} satisfies JobQueue<Extra>
