import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#contracts/dates.ts'
import type { UserId } from '#contracts/ids.ts'
import { allMails } from '#server/create-context.ts'
import { sendDueMails } from '#server/platform/mail/send-due-mails.ts'
import { sendDueWebhooks } from '#server/workspace/webhooks/send-webhooks.ts'
import { SETTINGS } from '#testing/brief-calls.ts'
import { emptyTables, insertStore, insertUser, insertWebhook } from '#testing/factories.ts'
import { createFaultyDatabase, type Fault } from '#testing/faulty-database.ts'
import { isFullRun } from '#testing/full-run.ts'
import { saveSearch } from '#testing/saved-calls.ts'
import { sharedByTests } from '#testing/shared-by-tests.ts'
import type { TestApp } from '#testing/test-app.ts'
import { startTestMailbox } from '#testing/test-mailbox.ts'
import { useWebhookApp } from '#testing/webhook-app.ts'
import { sendDueBriefs } from './send-briefs.ts'

let ctx: TestApp['ctx']
const mailbox = sharedByTests(startTestMailbox)
const { app, receiver } = useWebhookApp(() => ({ SMTP_URL: mailbox.smtpUrl }))
beforeAll(() => {
  ctx = app.ctx
  ctx.clock.set('2026-03-11T06:00:00Z')
})

/** An account whose brief is due, with one match in it, and a webhook. */
async function insertDue(): Promise<{ userId: UserId; email: string; path: string }> {
  const { userId, email } = await insertUser(ctx, { role: 'PLUS_USER' })
  const { send } = await app.openSession(userId)
  const path = `/${userId}`
  await insertWebhook(ctx, userId, { url: `https://hooks.example${path}` })
  await saveSearch(send, { mails: true })
  const hour = (ctx.now().getUTCHours() + 1) % 24
  const payload = { ...SETTINGS, hour, timeZone: 'UTC', webhook: true }
  const set = await send({ method: 'PUT', url: '/api/brief/settings', payload })
  expect(set.statusCode).toBe(200)
  ctx.clock.advance(MINUTE_MS)
  await insertStore(ctx.db, { visible_at: ctx.now() })
  ctx.clock.advance(HOUR_MS)
  return { userId, email, path }
}

/** Without the accounts of earlier rounds, whose briefs would be due as well. */
const forgetOthers = async () => {
  await emptyTables(ctx, 'brief_settings', 'webhook_deliveries', 'outgoing_mails')
}

type Work = (broken: TestApp['ctx']) => Promise<void>

const sendBriefs: Work = (broken) => sendDueBriefs(broken)
const sendWebhooks: Work = (broken) => sendDueWebhooks(broken)
const sendMails: Work = (broken) => sendDueMails(broken, allMails, new AbortController().signal)

/** The full run breaks each query, the others every fifth one. */
const STEP = isFullRun ? 1 : 5

/** What a process that is killed there leaves: the query before it, or that one too. */
async function* everyFault(work: Work): AsyncGenerator<(work: Work) => Promise<void>> {
  const faulty = createFaultyDatabase(ctx.database)
  const broken = { ...ctx, db: faulty.db }
  faulty.arm(null)
  await work(broken)
  const queries = faulty.queryCount()
  expect(queries).toBeGreaterThan(3)
  for (const kind of ['lost', 'done'] as const satisfies Fault['kind'][])
    for (let atQuery = 1; atQuery <= queries; atQuery += STEP)
      yield async (work) => {
        faulty.arm({ atQuery, kind })
        await work(broken).catch(() => undefined)
        faulty.arm(null)
      }
}

async function countSent({ email, path }: { email: string; path: string }) {
  const mails = await mailbox.messages(email)
  const requests = receiver.received.filter((each) => each.path.endsWith(path))
  return {
    mails: new Set(
      mails.map(({ headers }) => headers.find(({ name }) => name === 'message-id')?.value),
    ).size,
    messages: new Set(requests.map(({ headers }) => headers['webhook-id'])).size,
  }
}

test.each([
  ['a brief', sendBriefs, []],
  ['a message to a webhook', sendWebhooks, [sendBriefs]],
  ['the mail', sendMails, [sendBriefs]],
] as const)(
  'a process that is killed between any two steps of %s loses nothing and sends nothing under a second id',
  async (_, work, before) => {
    // Its place is logged; the message of a broken connection is no news.
    for (const event of ['webhook.broken', 'mail.broken']) ctx.testLog.expectError(event)
    const prepare = async () => {
      await forgetOthers()
      const account = await insertDue()
      for (const each of before) await each(ctx)
      return account
    }
    await prepare()
    for await (const kill of everyFault(work)) {
      const account = await prepare()
      await kill(work)
      // A lease ends after two minutes, and a delayed one later.
      for (let again = 0; again < 3; again += 1) {
        for (const each of [sendBriefs, sendWebhooks, sendMails]) await each(ctx)
        ctx.clock.advance(20 * MINUTE_MS)
      }
      expect(await countSent(account)).toEqual({ mails: 1, messages: 1 })
    }
  },
  300_000,
)

test.each([
  ['answers late', async () => sleep(300), 1],
  [
    'does not answer in time, and then does',
    async (tries: number) => tries === 1 && sleep(11_000),
    2,
  ],
  ['answers 410', async () => (receiver.status = 410), 1],
  ['fails and then accepts', async (tries: number) => (receiver.status = tries < 4 ? 500 : 200), 4],
])(
  'a receiver that %s gets the brief under one id',
  async (_, answer, requests) => {
    await forgetOthers()
    const account = await insertDue()
    const own = () => receiver.received.filter(({ path }) => path.endsWith(account.path))
    receiver.onRequest = () => answer(own().length)
    await sendBriefs(ctx)
    for (let again = 0; again < 5; again += 1) {
      await Promise.all([sendWebhooks(ctx), sendWebhooks(ctx)])
      ctx.clock.advance(HOUR_MS)
    }
    expect(own()).toHaveLength(requests)
    expect(new Set(own().map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  },
  30_000,
)
