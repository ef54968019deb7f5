import { emptyTables } from '#testing/factories.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { sharedByTests } from '#testing/shared-by-tests.ts'
import { deleteOldRows } from '#server/platform/jobs/purge-old-rows.ts'
import { retention } from '#server/site/api.ts'
import { registerMail } from '#server/platform/mail/mail.ts'
import { sendDueMails } from '#server/platform/mail/send-due-mails.ts'
import { readMails } from '#testing/read-mails.ts'
import { useTestApp } from '#testing/shared-app.ts'
import { codeOf, type From, inTurn, postFrom, refusal, statusesOf } from '#testing/test-app.ts'
import { startTestMailbox } from '#testing/test-mailbox.ts'
import { textsOf } from '#testing/texts.ts'
import { contactMail } from './contact.ts'

const SUPPORT = 'help@storedawn.example'
const mails = [registerMail(contactMail)]
const ada = {
  fullName: 'Ada Byron',
  email: 'ada@example.test',
  subject: 'More lamps',
  message: 'Do you know more lamps?\n\nBest, Ada',
}

const mailbox = sharedByTests(startTestMailbox)
const app = useTestApp(() => ({
  config: { SUPPORT_EMAIL: SUPPORT, SMTP_URL: mailbox.smtpUrl, TRUST_PROXY: ['127.0.0.1'] },
}))
beforeEach(async () => {
  await emptyTables(app.ctx, 'request_limits', 'outgoing_mails', 'contact_messages')
})

const write = (payload: object, options?: From) =>
  postFrom(app, '/api/contact/support', payload, options)
const kept = () =>
  app.ctx.db
    .selectFrom('contact_messages')
    .selectAll()
    .orderBy('created_at')
    .orderBy('id')
    .execute()

describe('a message to support', () => {
  test(
    'needs no token, is stored as written, and answers in the caller’s language',
    { tags: ['contact-message.fields', 'roles.open-contact', 'calls.contact-support'] },
    async () => {
      const answer = await write({ ...ada, fullName: '  Ada Byron ' }, { language: 'de' })
      expect([answer.statusCode, answer.json()]).toEqual([
        200,
        { message: textsOf('de').t('errors:done_contact_sent') },
      ])
      expect(await kept()).toMatchObject([
        {
          full_name: 'Ada Byron',
          email: ada.email,
          subject: ada.subject,
          message: ada.message,
          language: 'de',
        },
      ])
    },
  )

  test('goes in full to the support address alone, with the sender as reply-to', async () => {
    await write({ ...ada, subject: 'More <b>lamps</b>', message: '<img src=x>\n-- \nend of it' })
    await sendDueMails(app.ctx, mails, new AbortController().signal)
    const [message, ...others] = await mailbox.messages(SUPPORT)
    expect(others).toEqual([])
    expect(message).toMatchObject({ to: [SUPPORT], subject: 'Contact form: More <b>lamps</b>' })
    expect(message?.headers).toContainEqual({ name: 'reply-to', value: ada.email })
    for (const text of [
      ada.fullName,
      ada.email,
      'More <b>lamps</b>',
      '> <img src=x>\n> --\n> end of it',
    ])
      expect(message?.text).toContain(text)
    expect(message?.html).toContain('&lt;img src=x&gt;<br>-- <br>end of it')
    expect(await mailbox.messages(ada.email)).toEqual([])
  })

  test('is kept when its mail cannot go out, and the mail stays queued', async () => {
    await write(ada)
    const ctx = { ...app.ctx, config: { ...app.ctx.config, SMTP_URL: 'smtp://127.0.0.1:1' } }
    await sendDueMails(ctx, mails, new AbortController().signal)
    expect(await kept()).toHaveLength(1)
    expect(await app.ctx.db.selectFrom('outgoing_mails').select('kind').execute()).toEqual([
      { kind: 'contact_message' },
    ])
  })

  test('sent twice a day is stored and mailed once; on another day it is a new message', async () => {
    const answers = [...(await Promise.all([write(ada), write(ada)])), await write(ada)]
    expect(statusesOf(answers)).toEqual([200, 200, 200])
    expect(await kept()).toHaveLength(1)
    expect((await readMails(app.ctx)).length).toBe(1)
    app.ctx.clock.advance(24 * 3_600_000)
    await write(ada)
    expect(await kept()).toHaveLength(2)
  })

  test.each([
    ['name', { fullName: ' ' }, 'fullName'],
    ['long name', { fullName: 'x'.repeat(121) }, 'fullName'],
    ['address', { email: '' }, 'email'],
    ['subject', { subject: '   ' }, 'subject'],
    ['message', { message: '' }, 'message'],
    ['message of nine characters', { message: '  too short \n' }, 'message'],
    ['endless message', { message: 'x'.repeat(5_001) }, 'message'],
  ])('is refused for its %s, and nothing is stored', async (_what, change, field) => {
    const answer = await write({ ...ada, ...change })
    expect(refusal(answer)).toEqual([400, 'invalid_request', field])
    expect(await kept()).toEqual([])
  })

  test.each(['ada', 'ada@example.test\r\nBcc: all@example.test', 'Ada <ada@example.test>'])(
    'is refused for the address %j',
    async (email) => {
      const answer = await write({ ...ada, email })
      expect(refusal(answer)).toEqual([400, 'invalid_email', 'email'])
      expect(await readMails(app.ctx)).toEqual([])
    },
  )

  test('cannot inject a header into the mail through its subject or name', async () => {
    const nasty = [
      'x\r\nBcc: all@example.test',
      '\u202Egpj.exe',
      '=?utf-8?q?x?=\u2028Bcc: x@y.test',
      '{{sender}}',
    ]
    for (const text of nasty) await write({ ...ada, subject: `a${text}`, fullName: `b${text}` })
    const mails = await readMails(app.ctx)
    expect(mails.length).toBe(nasty.length)
    for (const { subject, recipient, headers } of mails) {
      expect(subject).not.toMatch(/[\r\n\u2028\u202E]/)
      expect([recipient, headers]).toEqual([SUPPORT, {}])
    }
  })
})

describe('too many messages', () => {
  const other = (index: number, change: object = {}) => ({
    ...ada,
    message: `${ada.message} ${index}`,
    ...change,
  })

  test(
    'from one network are refused for the rest of the hour, while other networks may write',
    { tags: ['check-39'] },
    async () => {
      await inTurn(5, (index) => write(other(index, { email: `somebody${index}@example.test` })))
      const refused = await write(other(9, { email: 'another@example.test' }))
      expect(codeOf(refused)).toEqual([429, 'rate_limited'])
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
      expect((await write(other(9), { from: '203.0.113.9' })).statusCode).toBe(200)
      expect(await kept()).toHaveLength(6)
    },
  )

  test(
    'from one address are refused, across networks and restarts',
    { tags: ['check-39'] },
    async () => {
      const from = (index: number) => ({ from: `198.51.100.${index}` })
      await inTurn(5, (index) => write(other(index), from(index)))
      await using restarted = await app.startAnother()
      const refused = await restarted.inject({
        method: 'POST',
        url: '/api/contact/support',
        headers: { 'x-forwarded-for': '198.51.100.99' },
        payload: other(9, { email: ada.email.toUpperCase() }),
      })
      expect(codeOf(refused)).toEqual([429, 'rate_limited'])
      // The first message has arrived: sending it again creates no second one.
      expect((await write(other(0), from(9))).statusCode).toBe(200)
      expect(await kept()).toHaveLength(5)
    },
  )
})

test('messages are deleted after 400 days', async () => {
  await write(ada)
  app.ctx.clock.advance(399 * 24 * 3_600_000)
  await deleteOldRows(app.ctx, retention)
  expect(await kept()).toHaveLength(1)
  app.ctx.clock.advance(3 * 24 * 3_600_000)
  await deleteOldRows(app.ctx, retention)
  expect(await kept()).toEqual([])
})
