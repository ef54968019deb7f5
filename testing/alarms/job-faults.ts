import { sql } from 'kysely'
import * as z from 'zod'
import { allMails } from '#server/create-context.ts'
import { createJobs } from '#server/platform/jobs/create-jobs.ts'
import { countDeadJobs } from '#server/platform/jobs/ensure-queues.ts'
import { defineJob, registerJob } from '#server/platform/jobs/job-definition.ts'
import { sendDueMails } from '#server/platform/mail/send-due-mails.ts'
import { insertUser } from '#testing/factories.ts'
import { startTestMailbox, type TestMailbox } from '#testing/test-mailbox.ts'
import type { AlarmWorld, Fault } from './alarm-world.ts'

const DAY_SECONDS = 24 * 60 * 60

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
    BackupMissing: {
      work: reportBackup,
      make: async ({ app, scrapeInstead }) => scrapeInstead(() => read(app)),
      stepSeconds: 290,
    },
    BackupOld: { work: reportBackup, make: pass(2) },
    BackupNotVerified: { work: reportBackup, make: pass(9) },
  }
}

async function letJobDie({ ctx }: AlarmWorld): Promise<void> {
  ctx.testLog.expectError('job.dead')
  const { pool } = ctx.database
  const worker = await createJobs({ pool, log: ctx.log, roles: ['worker'], registry, pollSeconds: 0.5 })
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
  const event = { provider: 'sandbox', event_id: 'evt_1', kind: 'invoice.paid', customer_id: 'cus_1' }
  await ctx.db
    .insertInto('billing_events')
    .values({ ...event, received_at: ctx.now(), processed_at: null })
    .execute()
}

const read = async (app: AlarmWorld['app']) => (await app.inject({ url: '/metrics' })).body

/** A backup was made and verified when the product began to be scraped. */
async function reportBackup({ ctx, app, scrapeInstead }: AlarmWorld): Promise<void> {
  const seconds = ctx.now().getTime() / 1_000
  const figures = ['success', 'verified'].map(
    (kind) => `storedawn_backup_last_${kind}_timestamp_seconds ${seconds}`,
  )
  scrapeInstead(async () => `${await read(app)}\n${figures.join('\n')}\n`)
}

const pass =
  (days: number) =>
  async ({ ctx }: AlarmWorld) =>
    ctx.clock.advance(days * DAY_SECONDS * 1_000)
