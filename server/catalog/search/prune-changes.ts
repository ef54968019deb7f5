import * as z from 'zod'
import { defineJob } from '#server/platform/jobs/job-definition.ts'
import { pruneFeed } from './change-feed.ts'

export const pruneChanges = defineJob({
  name: 'prune-changes',
  payload: z.object({}),
  maxAttempts: 3,
  cron: '13 * * * *',
  run: ({ db, now }) => pruneFeed(db, now()),
})
