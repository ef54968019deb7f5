import { expect, test } from 'vitest'
import { sharedByTests } from '#testing/shared-by-tests.ts'
import * as z from 'zod'
import { createTestContext } from '#testing/test-context.ts'
import { startTestMailbox } from '#testing/test-mailbox.ts'
import { defineMail, queueMail, registerMail } from './mail.ts'
import { sendDueMails } from './send-due-mails.ts'

const note = defineMail({
  kind: 'note',
  params: z.object({}),
  allowsDuplicates: true,
  compose: async () => ({ subject: 'note', text: 'note', html: '<p>note</p>' }),
})
const news = defineMail({
  ...note,
  kind: 'news',
  isBulk: true,
  compose: async () => ({ subject: 'news', text: 'news', html: '<p>news</p>' }),
})
const mails = [note, news].map(registerMail)

const mailbox = sharedByTests(startTestMailbox)
const ctx = sharedByTests(() =>
  createTestContext({
    config: {
      SMTP_URL: mailbox.smtpUrl,
      MAIL_FROM: 'no-reply@storedawn.example',
      MAIL_PER_HOUR: 10,
    },
  }),
)

async function queue(definition: typeof note, count: number): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    const mail = {
      recipient: 'ada@private.example',
      userId: null,
      language: 'en',
      params: {},
    } as const
    await queueMail(ctx, definition, mail)
    ctx.clock.advance(1)
  }
}
const send = () => sendDueMails(ctx, mails, new AbortController().signal)
const sent = async () => (await mailbox.messages()).map(({ subject }) => subject)
const waiting = async () =>
  (await ctx.db.selectFrom('outgoing_mails').select('kind').orderBy('created_at').execute()).map(
    ({ kind }) => kind,
  )

test('regular news is sent after all other mails, and leaves a part of the hourly budget to them', async () => {
  ctx.clock.set('2026-03-20T12:30:00Z')
  await queue(news, 9)
  await queue(note, 1)
  await send()
  expect(await sent()).toEqual(['note', ...Array(5).fill('news')])
  await queue(note, 3)
  await send()
  // The rest of the budget is reserved for urgent mails.
  expect((await sent()).slice(6)).toEqual(['note', 'note'])
  expect(await waiting()).toEqual([...Array(4).fill('news'), 'note'])
  ctx.clock.set('2026-03-20T13:00:00Z')
  await send()
  expect((await sent()).slice(8)).toEqual(['note', ...Array(4).fill('news')])
})
