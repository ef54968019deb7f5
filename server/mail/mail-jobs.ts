import * as z from 'zod'
import { defineJob, registerJob, type RegisteredJob } from '#server/jobs/jobs.ts'
import type { RegisteredMail } from './mail-definition.ts'
import { sendDueMails } from './send-due-mails.ts'
import { sendMailJob } from './send-mail-job.ts'

/**
 * Two triggers for the same work: a queued mail is sent at once, and a run every minute sends delayed mail (waiting for the server, for the
 * next hour, for a process that was killed). Each sends all that is due, so that a burst does not wait for the queue's polling.
 */
export function createMailJobs(mails: readonly RegisteredMail[]): RegisteredJob[] {
  const sendQueued = defineJob({
    ...sendMailJob,
    run: (ctx, _payload, signal) => sendDueMails(ctx, mails, signal),
  })
  const sendWaiting = defineJob({
    name: 'send-waiting-mails',
    payload: z.object({}),
    maxAttempts: 1,
    cron: '* * * * *',
    run: (ctx, _payload, signal) => sendDueMails(ctx, mails, signal),
  })
  return [registerJob(sendQueued), registerJob(sendWaiting)]
}
