import { beforeEach, describe, expect, test } from 'vitest'
import { listContactMessages } from '#contracts/operator/messages.ts'
import { emptyTables, insertUser } from '#testing/factories.ts'
import { readMails } from '#testing/read-mails.ts'
import { useConsole } from '#testing/shared-console.ts'
import { statusesOf } from '#testing/test-app.ts'

const { app, operator, ask, get, actionsOn } = useConsole(() => ({
  config: { SUPPORT_EMAIL: 'help@storedawn.example' },
}))
beforeEach(async () => {
  await emptyTables(app.ctx, 'contact_messages', 'outgoing_mails')
})

const list = async (query = '') => listContactMessages.response.parse(await get(`messages${query}`))
const answer = (id: string, text: string) => ask('POST', `messages/${id}/answer`, { answer: text })
const close = (id: string) => ask('POST', `messages/${id}/close`)

async function insertMessage({ email = 'ada@example.test', subject = 'More lamps' } = {}) {
  const id = crypto.randomUUID()
  app.ctx.clock.advance(60_000)
  await app.ctx.db
    .insertInto('contact_messages')
    .values({
      id,
      full_name: 'Ada Byron',
      email,
      email_key: email,
      subject,
      message: 'Do you know more lamps?',
      language: 'de',
      day: '2026-03-10',
      content_hash: id,
      created_at: app.ctx.now(),
    })
    .execute()
  return id
}

describe('messages from the contact form', () => {
  test('are listed with the oldest open one first, and found by any of their words', async () => {
    const first = await insertMessage()
    const second = await insertMessage({ subject: '100% refund_please', email: 'bob@example.test' })
    const { content, totalElements } = await list()
    expect([content.map(({ id }) => id), totalElements]).toEqual([[first, second], 2])
    for (const q of ['100%', 'REFUND_', 'bob@']) {
      const found = await list(`?q=${encodeURIComponent(q)}`)
      expect(found.content.map(({ id }) => id)).toEqual([second])
    }
    expect((await list('?q=refundXplease')).totalElements).toBe(0)
    expect((await list('?state=answered')).totalElements).toBe(0)
  })

  test('name the confirmed account of the sender, and no other', async () => {
    const { userId, email } = await insertUser(app.ctx, { role: 'PRO_USER' })
    await insertMessage({ email })
    await insertMessage({ email: 'nobody@example.test' })
    expect((await list()).content.map(({ accountId }) => accountId)).toEqual([userId, null])
  })
})

describe('an answer', () => {
  test('goes to the sender in the language of the form, with replies to support, and is kept', async () => {
    const id = await insertMessage({ subject: 'Lamps\r\nBcc: x@y.test' })
    const text = 'Yes, we do.\n\nBest wishes'
    const answered = await answer(id, `  ${text} `)
    expect([answered.statusCode, answered.json().answer]).toEqual([200, text])
    const [mail, ...others] = await readMails(app.ctx)
    expect(others).toEqual([])
    expect(mail).toMatchObject({ kind: 'contact_reply', recipient: 'ada@example.test' })
    expect(mail?.subject).not.toMatch(/[\r\n]/)
    expect(mail?.text).toContain('Guten Tag Ada Byron')
    expect(mail?.text).toContain('> Yes, we do.')
    expect((await list()).totalElements).toBe(0)
    expect((await list('?state=answered')).content).toMatchObject([
      { id, answer: text, answeredAt: app.ctx.now().toISOString() },
    ])
    expect(await actionsOn(id)).toEqual([{ by: operator.userId, action: 'message.answered' }])
  })

  test('is sent once: a message that was answered or closed is refused', async () => {
    const answered = await insertMessage()
    const answers = await Promise.all([answer(answered, 'Yes.'), answer(answered, 'No.')])
    expect(statusesOf(answers)).toEqual([200, 409])
    const closed = await insertMessage()
    expect((await close(closed)).json()).toMatchObject({ answer: null })
    const late = [await close(answered), await close(closed), await answer(closed, 'Yes.')]
    for (const refused of late) expect(refused.json().code).toBe('conflict')
    expect(await readMails(app.ctx)).toHaveLength(1)
    expect(await actionsOn(closed)).toMatchObject([{ action: 'message.closed' }])
  })

  test.each([
    ['nothing', ' '],
    ['more than 5,000 characters', 'x'.repeat(5_001)],
  ])('of %s is refused', async (_what, text) => {
    const refused = await answer(await insertMessage(), text)
    expect(refused.json()).toMatchObject({ code: 'invalid_request', field: 'answer' })
    expect(await readMails(app.ctx)).toEqual([])
  })

  test('to an unknown message is not found', async () => {
    expect((await answer(crypto.randomUUID(), 'Yes.')).statusCode).toBe(404)
  })
})
