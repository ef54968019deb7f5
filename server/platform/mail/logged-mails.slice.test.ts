import { beforeEach, expect, test } from 'vitest'
import * as z from 'zod'
import { MINUTE_MS } from '#contracts/dates.ts'
import type { UserId } from '#contracts/ids.ts'
import { emptyTables, insertUser } from '#testing/factories.ts'
import { sharedByTests } from '#testing/shared-by-tests.ts'
import { createTestContext } from '#testing/test-context.ts'
import { startTestMailbox } from '#testing/test-mailbox.ts'
import { defineMail, queueMail, registerMail } from './mail.ts'
import { createMailJobs, sendDueMails } from './send-due-mails.ts'

const params = z.object({})
const note = defineMail({
  kind: 'note',
  params,
  compose: async () => ({ subject: 'Für Sie', text: 'x', html: '<p>x</p>' }),
})
const broken = defineMail({
  kind: 'broken',
  params,
  compose: async () => Promise.reject(new Error('no text')),
})
const mails = [note, broken].map(registerMail)

const mailbox = sharedByTests(startTestMailbox)
const ctx = sharedByTests(() =>
  createTestContext({
    registry: createMailJobs(mails),
    config: { SMTP_URL: mailbox.smtpUrl, MAIL_FROM: 'no-reply@storedawn.example' },
  }),
)
beforeEach(async () => {
  await emptyTables(ctx, 'outgoing_mails', 'delivery_log')
})

const send = (smtpUrl = mailbox.smtpUrl) =>
  sendDueMails(
    { ...ctx, config: { ...ctx.config, SMTP_URL: smtpUrl } },
    mails,
    new AbortController().signal,
  )

const logged = () =>
  ctx.db
    .selectFrom('delivery_log')
    .select(['user_id', 'subject', 'target', 'outcome', 'status', 'reason', 'next_at'])
    .orderBy('at')
    .execute()

let count = 0

async function queueFor(
  name: string,
  change: { userId?: UserId | null; recipient?: string } = {},
  kind = note,
): Promise<{ user_id: UserId; target: string }> {
  const email = `${name}+${(count += 1)}@private.example`
  const { userId } = await insertUser(ctx, { email })
  const mail = { recipient: email, userId, language: 'de' as const, params: {}, ...change }
  await queueMail(ctx, kind, mail)
  ctx.clock.advance(1)
  return { user_id: userId, target: email }
}

test('each attempt is logged with its subject, the answer of the server, and the next try', async () => {
  const [ada, nobody, later] = [
    await queueFor('ada'),
    await queueFor('nobody'),
    await queueFor('later'),
  ]
  await send()
  const attempt = { subject: 'Für Sie', status: null, reason: null, next_at: null }
  const nextAt = new Date(ctx.clock.now().getTime() + MINUTE_MS)
  const failed = { ...attempt, outcome: 'failed' }
  expect(await logged()).toEqual([
    { ...ada, ...attempt, outcome: 'sent' },
    { ...nobody, ...failed, status: 550, reason: 'mailbox' },
    { ...later, ...failed, status: 451, reason: 'later', next_at: nextAt },
  ])
})

test('each attempt to send a mail has a line, even if it reached no server', async () => {
  await queueFor('ada')
  await send('smtp://127.0.0.1:1')
  ctx.clock.advance(MINUTE_MS)
  await send()
  expect(await logged()).toMatchObject([
    { outcome: 'failed', reason: 'mailServer', status: null },
    { outcome: 'sent', reason: null },
  ])
})

test('a mail that could not be composed is logged without a subject', async () => {
  ctx.testLog.expectError('mail.broken')
  await queueFor('ada', {}, broken)
  await send()
  expect(await logged()).toMatchObject([{ subject: null, reason: 'internal', outcome: 'failed' }])
})

test('a mail to another address than the account’s is not logged, nor one without an account', async () => {
  await queueFor('ada', { recipient: 'new@private.example' })
  await queueFor('ada', { userId: null })
  await send()
  expect(await logged()).toEqual([])
})
