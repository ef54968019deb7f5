import * as z from 'zod'
import { dayOf } from '#contracts/dates.ts'
import { defineJob } from '#server/jobs/jobs.ts'
import { beginAccuracyRun } from './begin-accuracy-run.ts'

/** Draws the night's sample; the key allows one run a night, however often the job runs. */
export const checkAccuracyNightly = defineJob({
  name: 'check-accuracy',
  payload: z.object({}),
  maxAttempts: 5,
  cron: '20 3 * * *',
  run: async (ctx) => void (await beginAccuracyRun(ctx, nightKey(ctx.now()))),
})

export const nightKey = (now: Date): string => `night:${dayOf(now)}`
