import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '#contracts/dates.ts'
import type { UserId } from '#contracts/ids.ts'
import { deleteOldRows } from '#server/platform/jobs/purge-old-rows.ts'
import { erasure, retention } from '#server/site/api.ts'
import { changeUser, emptyTables, insertStores, insertUser } from '#testing/factories.ts'
import { readMails } from '#testing/read-mails.ts'
import { useTestApp } from '#testing/shared-app.ts'
import { type Answer, type From, inTurn, postFrom, refusal, visibleIn } from '#testing/test-app.ts'
import { textsOf } from '#testing/texts.ts'
import { queueNewsletters } from './newsletter-mails.ts'

const NOON = '2026-03-10T12:00:00.000Z'
const MONDAY = '2026-03-16T07:00:00Z'
const EMAIL = 'ada@example.test'

const app = useTestApp(() => ({ config: { TRUST_PROXY: ['127.0.0.1'] } }))
beforeAll(async () => {
  await insertStores(app.ctx.db, [{ found_at: '2026-03-11T10:00:00Z', country: 'DE' }])
})
beforeEach(async () => {
  app.ctx.clock.set(NOON)
  await emptyTables(app.ctx, 'request_limits', 'outgoing_mails', 'newsletter_subscriptions')
})

const subscribe = (email = EMAIL, options?: From) =>
  postFrom(app, '/api/newsletter/subscribe', { email }, options)
const confirm = (token: string) => postFrom(app, '/api/newsletter/confirm', { token })
const rows = () => app.ctx.db.selectFrom('newsletter_subscriptions').selectAll().execute()
const codeOf = (answer: Answer) => (answer.statusCode === 200 ? 200 : answer.json().code)

async function tokenFor(email = EMAIL): Promise<string> {
  await subscribe(email)
  const [mail] = await readMails(app.ctx)
  return mail?.token ?? ''
}

describe('a subscription', () => {
  test(
    'sends a confirmation mail in the language of the page, and stays inactive until confirmed',
    { tags: ['newsletter.no-call'] },
    async () => {
      const answer = await subscribe(EMAIL, { language: 'de' })
      expect([answer.statusCode, answer.json()]).toEqual([
        200,
        { message: textsOf('de').t('errors:done_newsletter_requested') },
      ])
      const [mail, ...others] = await readMails(app.ctx)
      expect(others).toEqual([])
      expect(mail).toMatchObject({ recipient: EMAIL, language: 'de', kind: 'newsletter_request' })
      expect(mail?.link).toMatch(/\/newsletter\?token=[\w-]+&lang=de$/)
      expect(await rows()).toMatchObject([{ email: EMAIL, confirmed_at: null, language: 'de' }])
      app.ctx.clock.set(MONDAY)
      await queueNewsletters(app.ctx)
      expect(await readMails(app.ctx)).toEqual([])
    },
  )

  test('is confirmed by the token of the mail, even when the link is opened twice', async () => {
    const token = await tokenFor()
    expect((await inTurn(2, () => confirm(token))).map(codeOf)).toEqual([200, 200])
    expect(await rows()).toMatchObject([{ confirmed_at: new Date(NOON) }])
    expect(JSON.stringify(app.ctx.testLog.entries)).not.toContain(token)
  })

  test('answers alike for an address already subscribed; only the mail to its owner says so', async () => {
    await confirm(await tokenFor())
    const known = await subscribe('ADA@example.test', { from: '203.0.113.1' })
    const fresh = await subscribe('new@example.test', { from: '203.0.113.2' })
    expect(visibleIn(known)).toEqual(visibleIn(fresh))
    const mail = (await readMails(app.ctx)).find(({ recipient }) => recipient === EMAIL)
    expect(mail?.subject).toBe(textsOf('en').t('email:newsletterAlready.subject'))
    expect(mail?.headers).toHaveProperty('List-Unsubscribe-Post')
    expect(await rows()).toContainEqual(
      expect.objectContaining({ email: EMAIL, confirmed_at: new Date(NOON) }),
    )
  })

  test.each([
    ['cut off', (token: string) => token.slice(0, -2)],
    ['changed', (token: string) => (token.startsWith('A') ? 'B' : 'A') + token.slice(1)],
    ['made up', () => 'A'.repeat(43)],
    ['long', (token: string) => `${token}AA`],
  ])('is not confirmed by a token that is %s', async (_how, change) => {
    const answer = await confirm(change(await tokenFor()))
    expect(refusal(answer)).toEqual([400, 'newsletter_link_invalid', 'token'])
    expect(await rows()).toMatchObject([{ confirmed_at: null }])
  })

  test('expires and is deleted when not confirmed within seven days', async () => {
    const token = await tokenFor()
    app.ctx.clock.advance(7 * DAY_MS - 1)
    await deleteOldRows(app.ctx, retention)
    expect(await rows()).toHaveLength(1)
    app.ctx.clock.advance(1)
    expect(codeOf(await confirm(token))).toBe('newsletter_link_expired')
    app.ctx.clock.advance(1)
    await deleteOldRows(app.ctx, retention)
    expect(await rows()).toEqual([])
    expect(codeOf(await confirm(token))).toBe('newsletter_link_expired')
  })

  test.each(['', 'ada@example', 'ada@example.test\r\nBcc: x@example.test', 'a@b.test, c@d.test'])(
    'for the address %j is refused',
    async (email) => {
      const answer = await subscribe(email)
      expect([answer.statusCode, answer.json().field]).toEqual([400, 'email'])
      expect([await rows(), await readMails(app.ctx)]).toEqual([[], []])
    },
  )

  test(
    'sends at most three confirmation mails a day; a network may subscribe five addresses an hour',
    { tags: ['check-39'] },
    async () => {
      const asked = await inTurn(5, async (index) => {
        const answer = await subscribe(EMAIL, { from: `198.51.100.${index}` })
        app.ctx.clock.advance(1)
        return answer
      })
      expect(asked.map(codeOf)).toEqual(Array(5).fill(200))
      const others = await inTurn(6, (index) =>
        subscribe(`somebody${index}@example.test`, { from: '203.0.113.1' }),
      )
      expect(others.map(codeOf)).toEqual([200, 200, 200, 200, 200, 'rate_limited'])
      const counter = await sql<{ points: number }>`
      select points from request_limits where key like 'newsletter-address:%' order by points desc limit 1`.execute(
        app.ctx.db,
      )
      expect(counter.rows).toEqual([{ points: 5 }])
      const own = (await rows()).find(({ email }) => email === EMAIL)
      expect(own?.requested_at.getTime()).toBe(Date.parse(NOON) + 2)
    },
  )
})

describe('the newsletter', () => {
  const send = async () => {
    app.ctx.clock.set(MONDAY)
    await queueNewsletters(app.ctx)
    return readMails(app.ctx)
  }

  test('goes once a week to confirmed addresses, with the public figures', async () => {
    await confirm(await tokenFor())
    await subscribe('waiting@example.test')
    await emptyTables(app.ctx, 'outgoing_mails')
    const [mail, ...others] = await send()
    expect(others).toEqual([])
    expect(mail).toMatchObject({ recipient: EMAIL, subject: 'The week in new stores: 1' })
    expect(mail?.text).toContain('Germany')
    expect(await send()).toEqual([])
  })

  test('ends at once with the one-click unsubscribe POST of a mail program, which erases the address', async () => {
    const token = await tokenFor()
    await confirm(token)
    const [mail] = await send()
    const address = /^<(.+)>$/.exec(mail?.headers['List-Unsubscribe'] ?? '')?.[1] ?? ''
    const url = address.replace(app.ctx.config.PUBLIC_ORIGIN, '')
    expect((await app.anonymous(url)).json()).toEqual({ kind: 'newsletter' })
    expect(await rows()).toHaveLength(1)
    for (let round = 0; round < 2; round += 1) {
      const answer = await app.anonymous({
        method: 'POST',
        url,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'List-Unsubscribe=One-Click',
      })
      expect([answer.statusCode, answer.json().kind]).toEqual([200, 'newsletter'])
    }
    expect(await rows()).toEqual([])
    expect(codeOf(await confirm(token))).toBe('newsletter_link_expired')
    const { send: signedIn } = await app.as('PRO_USER')
    const undo = new URL(address).searchParams.get('token')
    const answer = await signedIn({
      method: 'POST',
      url: '/api/users/resubscribe',
      payload: { token: undo },
    })
    expect(answer.statusCode).toBe(404)
  })

  test('is not sent from the queue to an address that unsubscribed meanwhile', async () => {
    await confirm(await tokenFor())
    app.ctx.clock.set(MONDAY)
    await queueNewsletters(app.ctx)
    await emptyTables(app.ctx, 'newsletter_subscriptions')
    expect(await readMails(app.ctx)).toEqual([])
  })

  test('is not sent to an account that gets the digest', async () => {
    const { userId, email } = await insertUser(app.ctx)
    await changeUser(app.ctx.db, userId, { email_updates: true })
    await confirm(await tokenFor(email))
    expect(await send()).toEqual([])
  })
})

test('erasing an unconfirmed sign-up keeps the subscription and messages of the address owner', async () => {
  await confirm(await tokenFor())
  const { userId } = await insertUser(app.ctx, { email: EMAIL, verified: false })
  const keys = { userId, emailKey: EMAIL }
  await erasure.account?.(app.ctx, keys)
  await erasure.account?.(app.ctx, { ...keys, userId: randomUUID() as UserId })
  expect(await rows()).toHaveLength(1)
  await changeUser(app.ctx.db, userId, { email_verified_at: app.ctx.now() })
  await erasure.account?.(app.ctx, keys)
  expect(await rows()).toEqual([])
})
