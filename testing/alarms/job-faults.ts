import { sql } from 'kysely'
import * as z from 'zod'
import { allMails } from '#server/create-context.ts'
import { createJobs } from '#server/platform/jobs/create-jobs.ts'
import { countDeadJobs } from '#server/platform/jobs/queues.ts'
import { defineJob, registerJob } from '#server/platform/jobs/job-definition.ts'
import { sendDueMails } from '#server/platform/mail/send-due-mails.ts'
import { insertUser } from '#testing/factories.ts'
import { startTestMailbox, type TestMailbox } from '#testing/test-mailbox.ts'
import type { AlarmWorld, Fault } from './alarm-world.ts'

const DAY_MS = 24 * 60 * 60 * 1_000

const failing = defineJob({
  name: 'failing',
  payload: z.object({}),
  maxAttempts: 1,
  run: () => Promise.reject(new Error('failed on purpose')),
})
const registry = [registerJob(failing)]
const prepare = async () => ({ registry })

export function createJobFaults(): Record<string, Fault> {
  return {
    JobsDead: { prepare, make: letJobDie },
    JobsWait: { prepare, make: leaveJobWaiting },
    MailsWait: mailFault(),
    WebhooksLate: { make: receiveEvent },
    BackupMissing: { work: backUp, make: removeBackups, stepSeconds: 290 },
    BackupOld: { work: backUp, make: failBackups(2, { isWritten: false }) },
    BackupNotVerified: { work: backUp, make: failBackups(9, { isWritten: true }) },
  }
}

async function letJobDie({ ctx }: AlarmWorld): Promise<void> {
  ctx.testLog.expectError('job.dead')
  const { pool } = ctx.database
  const worker = await createJobs({
    pool,
    log: ctx.log,
    roles: ['worker'],
    registry,
    pollSeconds: 0.5,
  })
  await worker.startWorkers(ctx)
  await worker.enqueue(ctx.db, failing, {})
  while ((await countDeadJobs(ctx.db)) === 0);
  await worker.stop()
}

/** No worker takes it; the clock of the database, by which jobs are due, cannot be moved. */
async function leaveJobWaiting({ ctx }: AlarmWorld): Promise<void> {
  await ctx.jobs.enqueue(ctx.db, failing, {})
  await sql`update pgboss.job set start_after = now() - interval '20 minutes' where name = ${failing.name}`.execute(
    ctx.db,
  )
}

function mailFault(): Fault {
  let mailbox: TestMailbox | undefined
  const send = async ({ ctx, app }: AlarmWorld) => {
    const { email } = await insertUser(ctx, { role: 'GUEST' })
    await app.inject({ method: 'POST', url: '/api/auth/forgot-password', payload: { email } })
    await sendDueMails(ctx, allMails, new AbortController().signal)
  }
  return {
    async prepare() {
      mailbox = await startTestMailbox()
      return { config: { SMTP_URL: mailbox.smtpUrl } }
    },
    work: send,
    async make(world) {
      await mailbox?.[Symbol.asyncDispose]()
      await send(world)
    },
  }
}

/** A payment event whose customer cannot be read. */
async function receiveEvent({ ctx }: AlarmWorld): Promise<void> {
  const event = {
    provider: 'sandbox',
    event_id: 'evt_1',
    kind: 'invoice.paid',
    customer_id: 'cus_1',
  }
  await ctx.db
    .insertInto('billing_events')
    .values({ ...event, received_at: ctx.now(), processed_at: null })
    .execute()
}

/** A scheduled backup is written, restored and compared. */
async function backUp({ ctx }: AlarmWorld): Promise<void> {
  const at = ctx.now()
  await ctx.db
    .insertInto('backup_runs')
    .values({ started_at: at, written_at: at, verified_at: at })
    .execute()
}

const removeBackups = ({ ctx }: AlarmWorld) => ctx.db.deleteFrom('backup_runs').execute()

/**
 * For days every scheduled backup fails: it is not written, or it is written and then found to
 * differ.
 */
const failBackups =
  (days: number, { isWritten }: { isWritten: boolean }) =>
  async ({ ctx }: AlarmWorld) => {
    for (let day = 0; day < days; day++) {
      ctx.clock.advance(DAY_MS)
      const at = ctx.now()
      await ctx.db
        .insertInto('backup_runs')
        .values({
          started_at: at,
          written_at: isWritten ? at : null,
          verified_at: null,
          problem: 'failed',
        })
        .execute()
    }
  }
