import { emptyTables } from '#testing/factories.ts'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { sharedByTests } from '#testing/shared-by-tests.ts'
import * as z from 'zod'
import { MINUTE_MS } from '#contracts/dates.ts'
import type { Config } from '#server/platform/config.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { createTestContext } from '#testing/test-context.ts'
import { startTestMailbox } from '#testing/test-mailbox.ts'
import { defineMail, queueMail, registerMail } from './mail.ts'
import { claimMail, createMailJobs, sendDueMails } from './send-due-mails.ts'
import { openSmtp } from './smtp.ts'

const Subject = z.object({ subject: z.string() })
const content = (subject: string) => ({ subject, text: subject, html: `<p>${subject}</p>` })

const note = defineMail({
  kind: 'note',
  params: Subject,
  compose: async (_ctx, { params: { subject } }) => content(subject),
})
const alarm = defineMail({ ...note, kind: 'alarm', isUrgent: true, allowsDuplicates: true })
const news = defineMail({ ...note, kind: 'news', isBulk: true })
const nothing = defineMail({ kind: 'nothing', params: z.object({}), compose: async () => null })
const broken = defineMail({
  kind: 'broken',
  params: z.object({}),
  compose: async (_ctx, { recipient }) => {
    throw new Error(`no account ${recipient}`)
  },
})
const mails = [note, alarm, news].map(registerMail).concat([nothing, broken].map(registerMail))

/** Contained in every address here, so that one search shows whether any leaked. */
const DOMAIN = 'private.example'

const mailbox = sharedByTests(startTestMailbox)
const ctx = sharedByTests(() =>
  createTestContext({
    registry: createMailJobs(mails),
    config: { SMTP_URL: mailbox.smtpUrl, MAIL_FROM: 'no-reply@storedawn.example' },
  }),
)
beforeEach(async () => {
  await emptyTables(ctx, 'outgoing_mails', 'request_limits')
})

const send = (config: Partial<Config> = {}) =>
  sendDueMails(
    { ...ctx, config: { ...ctx.config, ...config } },
    mails,
    new AbortController().signal,
  )

let count = 0
const newAddress = (name = 'ada') => `${name}+${(count += 1)}@${DOMAIN}`

async function queue(
  definition: typeof note,
  recipient = newAddress(),
  subject = definition.kind,
): Promise<string> {
  await queueMail(ctx, definition, { recipient, userId: null, language: 'de', params: { subject } })
  ctx.clock.advance(1) // so that "first in, first out" has an order
  return recipient
}

/** Of a kind without parameters. */
const queueEmpty = (definition: typeof nothing) =>
  queueMail(ctx, definition, {
    recipient: newAddress(),
    userId: null,
    language: 'en',
    params: {},
  })

const expectSent = async (...recipients: string[]) => {
  for (const recipient of recipients) expect(await mailbox.messages(recipient)).toHaveLength(1)
}

async function queueMany(definition: typeof note, many: number): Promise<void> {
  for (let at = 0; at < many; at++) await queue(definition)
}

const waiting = async () =>
  (await ctx.db.selectFrom('outgoing_mails').select('kind').orderBy('created_at').execute()).map(
    ({ kind }) => kind,
  )

describe('sending', () => {
  test('a mail goes to exactly its recipient with the right headers, and is deleted once sent', async () => {
    const recipient = await queue(note, undefined, 'Für Sie')
    await send()
    const [message, ...others] = await mailbox.messages(recipient)
    expect([message?.to, message?.from, others]).toEqual([
      [recipient],
      'no-reply@storedawn.example',
      [],
    ])
    expect(message).toMatchObject({
      subject: 'Für Sie',
      text: 'Für Sie\n',
      html: '<p>Für Sie</p>\n',
    })
    const headers = Object.fromEntries(
      (message?.headers ?? []).map(({ name, value }) => [name, value]),
    )
    expect(headers).toMatchObject({
      from: 'Storedawn <no-reply@storedawn.example>',
      to: recipient,
      'auto-submitted': 'auto-generated',
      'x-auto-response-suppress': 'All',
      'content-language': 'de',
      date: expect.stringMatching(/\+0000$/),
      'message-id': expect.stringMatching(/^<[\da-f-]{36}@storedawn\.example>$/),
    })
    expect(headers).not.toHaveProperty('x-mailer')
    expect(await waiting()).toEqual([])
  })

  test('workers send a mail queued in a committed transaction, and its job holds no address', async () => {
    const [kept, lost] = [newAddress(), newAddress()]
    const mail = { userId: null, language: 'en' as const, params: { subject: 'by job' } }
    await inTransaction(ctx, (ctx) => queueMail(ctx, note, { ...mail, recipient: kept }))
    const failing = inTransaction(ctx, async (ctx) => {
      await queueMail(ctx, note, { ...mail, recipient: lost })
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    await ctx.jobs.startWorkers(ctx)
    await expect.poll(() => mailbox.messages(kept)).toHaveLength(1)
    await ctx.jobs.stop()
    expect(await mailbox.messages(lost)).toEqual([])
    const { rows } = await sql<{
      job: string
    }>`select to_jsonb(job)::text as job from pgboss.job`.execute(ctx.db)
    expect(rows.filter(({ job }) => job.includes('send-mail'))).not.toEqual([])
    expect(rows.filter(({ job }) => job.includes(DOMAIN))).toEqual([])
  })

  test('a later mail replaces a queued one of the same kind, unless the kind keeps each', async () => {
    const recipient = newAddress()
    for (const subject of ['first', 'second'])
      for (const definition of [note, alarm])
        await queue(definition, recipient, `${definition.kind} ${subject}`)
    await send()
    const subjects = (await mailbox.messages(recipient)).map(({ subject }) => subject)
    expect(subjects).toEqual(['alarm first', 'alarm second', 'note second'])
  })

  test('without a mail server nothing is sent or marked as sent; with one, all mails go out', async () => {
    const recipients = [await queue(note), await queue(alarm)]
    await send({ SMTP_URL: undefined })
    expect(await waiting()).toEqual(['note', 'alarm'])
    await send()
    await expectSent(...recipients)
  })

  test('a mail without content is dropped', async () => {
    await queueEmpty(nothing)
    await send({ MAIL_PER_HOUR: 1 })
    expect(await waiting()).toEqual([])
    const recipient = await queue(note)
    await send({ MAIL_PER_HOUR: 1 })
    await expectSent(recipient)
  })

  test('a mail that cannot be composed blocks no other; the log says where it failed, not for whom', async () => {
    ctx.testLog.expectError('mail.broken')
    await queueEmpty(broken)
    const recipient = await queue(note)
    await send()
    await expectSent(recipient)
    expect(await waiting()).toEqual(['broken'])
    const entry = ctx.testLog.entries.find(({ event }) => event === 'mail.broken')
    expect(entry).toMatchObject({
      kind: 'broken',
      at: expect.arrayContaining([expect.stringContaining('at ')]),
    })
  })
})

describe('headers set by a kind of mail', () => {
  const withHeader = (value: string) =>
    registerMail({
      ...note,
      kind: 'with_header',
      compose: async () => ({ ...content('x'), headers: { 'List-Unsubscribe': value } }),
    })
  const sendWith = async (value: string) => {
    const recipient = await queue({ ...note, kind: 'with_header' })
    await sendDueMails(ctx, [withHeader(value)], new AbortController().signal)
    return mailbox.messages(recipient)
  }

  test('go out unchanged at any length', async () => {
    const value = `<https://storedawn.example/${'x'.repeat(300)}>`
    const [message] = await sendWith(value)
    expect(message?.headers.find(({ name }) => name === 'list-unsubscribe')?.value).toBe(value)
  })

  test('cannot inject another header', async () => {
    expect(await sendWith('<x>\r\nBcc: evil@private.example')).toEqual([])
    expect(await waiting()).toEqual(['with_header'])
  })
})

describe('addresses', () => {
  const hostile = [
    'a@private.example\r\nBcc: evil@private.example',
    'a@private.example\nRCPT TO:<evil@private.example>',
    'a@private.example\0',
    'a@private.example,evil@private.example',
    'a@private.example;evil@private.example',
    'a@private.example evil@private.example',
    'Friends: a@private.example, evil@private.example;',
    'Ada <evil@private.example>',
    '"a@private.example" <evil@private.example>',
    '<evil@private.example>',
    'a@private.example (evil@private.example)',
    '(evil@private.example) a@private.example',
    '"a b"@private.example',
    'a@[127.0.0.1]',
    'a@evil@private.example',
    'a@private.example\u2028evil@private.example',
    `${'a'.repeat(65)}@private.example`,
    '@private.example',
    'a@',
    'a@localhost',
    '',
  ]

  test.each(hostile)(
    '%j is refused before it is stored',
    { tags: ['check-37'] },
    async (recipient) => {
      await expect(queue(note, recipient)).rejects.toMatchObject({ code: 'invalid_email' })
      expect(await waiting()).toEqual([])
    },
  )

  test('a hostile address stored anyway gets no mail', { tags: ['check-37'] }, async () => {
    const rows = hostile
      .filter((recipient) => !recipient.includes('\0')) // no column can hold it
      .map((recipient) => ({
        id: randomUUID(),
        kind: 'note',
        recipient,
        language: 'en',
        params: '{"subject":"x"}',
      }))
    const at = { created_at: ctx.clock.now(), due_at: ctx.clock.now() }
    await ctx.db
      .insertInto('outgoing_mails')
      .values(rows.map((row) => ({ ...row, ...at })))
      .execute()
    const before = (await mailbox.messages()).length
    await send()
    expect([(await mailbox.messages()).length, await waiting()]).toEqual([before, []])
  })

  test.each([
    "o'neil+tag@private.example",
    'jörg@private.example',
    'a@münchen.example',
    'A!#$%&*/=?^_`{|}~@private.example',
  ])('%s counts as one recipient and adds no header', { tags: ['check-37'] }, async (recipient) => {
    const evil = 'Hi\r\nBcc: evil@private.example\r\n\r\n<b>'
    const before = (await mailbox.messages()).length
    await queue(note, recipient, evil)
    await send()
    const [message, ...others] = (await mailbox.messages()).slice(before)
    expect([message?.to, others]).toEqual([[recipient], []])
    const names = (message?.headers ?? []).map(({ name }) => name).toSorted()
    expect(names).toEqual([
      'auto-submitted',
      'content-language',
      'content-type',
      'date',
      'from',
      'message-id',
      'mime-version',
      'subject',
      'to',
      'x-auto-response-suppress',
    ])
  })
})

describe('when something fails', () => {
  test('a mail whose sender was killed is sent once by the next sender, after the lease expires', async () => {
    const recipient = await queue(note)
    expect((await claimMail(ctx, mails)).kind).toBe('claimed') // and here the process ends
    await send()
    expect(await mailbox.messages(recipient)).toEqual([])
    ctx.clock.advance(2 * MINUTE_MS)
    await send()
    await expectSent(recipient)
  })

  test('a kill between the SMTP server and the database repeats the mail under the same id', async () => {
    const recipient = await queue(note)
    const taking = await claimMail(ctx, mails)
    if (taking.kind !== 'claimed') throw new Error(taking.kind)
    const smtp = openSmtp(mailbox.smtpUrl, ctx.config.MAIL_FROM)
    expect(await smtp.send(taking.content, new AbortController().signal)).toEqual({ kind: 'sent' })
    ctx.clock.advance(2 * MINUTE_MS)
    await send()
    await send()
    const ids = (await mailbox.messages(recipient)).map(({ headers }) =>
      headers.find(({ name }) => name === 'message-id'),
    )
    expect(ids).toHaveLength(2)
    expect(ids[0]).toEqual(ids[1])
  })

  test('parallel senders send each mail once', async () => {
    const recipients: string[] = []
    for (let at = 0; at < 6; at++) recipients.push(await queue(note))
    await Promise.all([send(), send(), send()])
    await expectSent(...recipients)
    expect(await waiting()).toEqual([])
  })

  test('a mail to a nonexistent recipient is given up, and the next mail goes out', async () => {
    await queue(note, newAddress('nobody'))
    const recipient = await queue(note)
    await send()
    await expectSent(recipient)
    expect(await waiting()).toEqual([])
  })

  test.each([
    { name: 'later', tries: 12, left: ['note'] },
    { name: 'unwanted', tries: 8, left: [] },
  ])(
    'a mail to $name is retried with growing pauses, $tries times',
    async ({ name, tries, left }) => {
      await queue(note, newAddress(name))
      const failures = () =>
        ctx.testLog.entries.filter(({ event }) => /^mail\.(failed|refused)$/.test(event ?? ''))
      const before = failures().length
      await send()
      await send()
      expect(failures().length - before).toBe(1)
      for (let at = 1; at < tries; at++) {
        ctx.clock.advance(15 * MINUTE_MS)
        await send()
      }
      expect(failures().length - before).toBe(tries)
      expect(await waiting()).toEqual(left)
    },
  )

  test('an unreachable server is tried once per run; all mails go out when it is back', async () => {
    const recipients = [await queue(note), await queue(note)]
    const failures = () => ctx.testLog.entries.filter(({ event }) => event === 'mail.failed').length
    const before = failures()
    await send({ SMTP_URL: 'smtp://127.0.0.1:1' })
    expect(failures() - before).toBe(1)
    ctx.clock.advance(MINUTE_MS)
    await send()
    await expectSent(...recipients)
  })

  test('a mail older than a week is not sent', async () => {
    const recipient = await queue(note)
    ctx.clock.advance(7 * 24 * 60 * MINUTE_MS)
    await send()
    expect(await mailbox.messages(recipient)).toEqual([])
  })
})

test(
  'mails beyond the hourly budget wait for the next hour; warnings go first and have a reserve',
  { tags: ['check-39'] },
  async () => {
    ctx.clock.set('2026-03-20T12:30:00Z')
    await queueMany(note, 5)
    await queueMany(alarm, 2)
    const budget = { MAIL_PER_HOUR: 5 }
    await send(budget)
    expect(await waiting()).toEqual(['note', 'note', 'note'])
    await queueMany(alarm, 2)
    await send(budget)
    expect(await waiting()).toEqual(['note', 'note', 'note', 'alarm'])
    ctx.clock.set('2026-03-20T13:00:00Z')
    await send(budget)
    expect(await waiting()).toEqual([])
  },
)

test('regular news is sent after all other mails, and leaves a part of the hourly budget to them', async () => {
  ctx.clock.set('2026-03-20T12:30:00Z')
  const budget = { MAIL_PER_HOUR: 10 }
  const before = (await mailbox.messages()).length
  const sent = async (from: number) =>
    (await mailbox.messages()).slice(before + from).map(({ subject }) => subject)
  await queueMany(news, 9)
  await queueMany(note, 1)
  await send(budget)
  expect(await sent(0)).toEqual(['note', ...Array(5).fill('news')])
  await queueMany(note, 3)
  await send(budget)
  // The rest of the budget is reserved for urgent mails.
  expect(await sent(6)).toEqual(['note', 'note'])
  expect(await waiting()).toEqual([...Array(4).fill('news'), 'note'])
  ctx.clock.set('2026-03-20T13:00:00Z')
  await send(budget)
  expect(await sent(8)).toEqual(['note', ...Array(4).fill('news')])
})

test('none of these tests wrote an address to the log', () => {
  expect(ctx.testLog.entries.filter(({ event }) => event?.startsWith('mail.'))).not.toEqual([])
  expect(JSON.stringify(ctx.testLog.entries)).not.toContain(DOMAIN)
})
