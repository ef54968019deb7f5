import { HOUR_MS } from '#contracts/dates.ts'
import type { UserId } from '#contracts/ids.ts'
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { sharedByTests } from '#testing/shared-by-tests.ts'
import { changeUser, emptyTables, TEST_PASSWORD } from '#testing/factories.ts'
import { useTestApp } from '#testing/shared-app.ts'
import { codeOf, inTurn, post, refusal } from '#testing/test-app.ts'
import { beginSignIn } from '#testing/identity-app.ts'
import { startTestIssuer, type TestIssuer } from '#testing/test-issuer.ts'
import { textsOf } from '#testing/texts.ts'

const NOON = '2026-03-10T12:00:00.000Z'
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0'

const issuer: TestIssuer = sharedByTests(() => startTestIssuer({ now: () => app.ctx.now() }))
const app = useTestApp(() => ({ config: { ...issuer.config } }))
beforeEach(async () => {
  app.ctx.clock.set(NOON)
  await emptyTables(app.ctx, 'request_limits', 'audit_events')
})

const newAccount = () => app.newAccount()
async function signIn(email: string, { rememberMe = false, userAgent = FIREFOX } = {}) {
  const answer = await app.anonymous({
    method: 'POST',
    url: '/api/auth/email-signin',
    headers: { 'user-agent': userAgent },
    payload: { email, password: TEST_PASSWORD, rememberMe },
  })
  return `Bearer ${answer.json().token}`
}

const statusWith = async (authorization: string) =>
  (await app.anonymous({ url: '/api/auth/me', headers: { authorization } })).statusCode

const auditOf = (userId: UserId) =>
  app.ctx.db
    .selectFrom('audit_events')
    .select(['kind', 'detail'])
    .where('user_id', '=', userId)
    .where('kind', 'not in', ['account.created', 'signin.succeeded'])
    .execute()

describe('the devices of an account', () => {
  test('are listed with the current one first, then by last use, live sessions only', async () => {
    const { clock } = app.ctx
    const own = await newAccount()
    const other = await newAccount()
    const remembered = await signIn(own.email, { rememberMe: true })
    clock.advance(HOUR_MS)
    const tablet = await signIn(own.email, { userAgent: 'curl/8.1 <b>' })
    clock.advance(HOUR_MS)
    const answer = await own.send('/api/auth/sessions')
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store'])
    const { sessions } = answer.json()
    const facts = sessions.map(({ id: _id, ...facts }: { id: string }) => facts)
    const program = { browser: null, system: null, kind: 'unknown', rememberMe: false }
    expect(facts).toEqual([
      {
        ...program,
        isCurrent: true,
        createdAt: NOON,
        lastUsedAt: '2026-03-10T14:00:00.000Z',
        expiresAt: '2026-03-11T00:00:00.000Z',
      },
      {
        ...program,
        isCurrent: false,
        createdAt: '2026-03-10T13:00:00.000Z',
        lastUsedAt: '2026-03-10T13:00:00.000Z',
        expiresAt: '2026-03-11T01:00:00.000Z',
      },
      {
        isCurrent: false,
        browser: 'Firefox',
        system: 'Windows',
        kind: 'desktop',
        rememberMe: true,
        createdAt: NOON,
        lastUsedAt: NOON,
        expiresAt: '2026-04-09T12:00:00.000Z',
      },
    ])
    await app.anonymous({
      method: 'POST',
      url: '/api/auth/logout',
      headers: { authorization: tablet },
    })
    expect((await own.send('/api/auth/sessions')).json().sessions).toHaveLength(2)
    // Twelve hours after the sign-in: the session without "remember me" has ended.
    clock.advance(10 * HOUR_MS)
    expect(await statusWith(remembered)).toBe(200)
    const left = await app.anonymous({
      url: '/api/auth/sessions',
      headers: { authorization: remembered },
    })
    expect(left.json().sessions).toHaveLength(1)
    expect(await statusWith(`Bearer ${own.token}`)).toBe(401)
    expect(await statusWith(`Bearer ${other.token}`)).toBe(401)
  })

  test('can be signed out one by one; a foreign session answers like an unknown one', async () => {
    const [own, other] = [await newAccount(), await newAccount()]
    const phone = await signIn(own.email)
    const [, { id }] = (await own.send('/api/auth/sessions')).json().sessions
    const [foreign] = (await other.send('/api/auth/sessions')).json().sessions
    const remove = (sessionId: string) =>
      own.send({
        method: 'DELETE',
        url: `/api/auth/sessions/${sessionId}`,
        headers: { 'accept-language': 'de' },
      })
    const done = await remove(id)
    expect([done.statusCode, done.json()]).toEqual([200, { message: expect.any(String) }])
    expect(await statusWith(phone)).toBe(401)
    const refusals = await Promise.all([id, foreign.id, randomUUID()].map(remove))
    const bodies = refusals.map((answer) => ({ ...answer.json(), requestId: '' }))
    expect(refusals.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404])
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1)
    expect((await remove('1 or 1=1')).statusCode).toBe(400)
    expect((await other.send('/api/auth/me')).statusCode).toBe(200)
    expect(await auditOf(own.userId)).toEqual([{ kind: 'session.revoked', detail: {} }])
  })

  test(
    'are all signed out at once, in every process; other accounts stay signed in',
    { tags: ['check-17'] },
    async () => {
      await using another = await app.startAnother()
      const [own, other] = [await newAccount(), await newAccount()]
      const phone = await signIn(own.email)
      const answer = await post(own.send, '/api/auth/logout-everywhere')
      expect(answer.json()).toEqual({
        message: textsOf('en').t('errors:done_signed_out_everywhere'),
      })
      for (const authorization of [phone, `Bearer ${own.token}`]) {
        expect(await statusWith(authorization)).toBe(401)
        const elsewhere = await another.inject({ url: '/api/auth/me', headers: { authorization } })
        expect(elsewhere.statusCode).toBe(401)
      }
      expect((await other.send('/api/auth/me')).statusCode).toBe(200)
      expect(await auditOf(own.userId)).toEqual([{ kind: 'sessions.revoked_all', detail: {} }])
    },
  )
})

describe('re-authentication', () => {
  type Account = Awaited<ReturnType<typeof newAccount>>
  const prove = ({ send }: Account, payload: object, cookie = '') =>
    send({ method: 'POST', url: '/api/auth/reauthenticate', payload, headers: { cookie } })
  const mayDo = async ({ send }: Account) => (await send('/api/users/export')).statusCode === 200
  const outlive = () => app.ctx.clock.advance(10 * 60_000)

  async function answerFor(sub: string): Promise<[{ idToken: string }, string]> {
    const { nonce, cookie } = await beginSignIn(app.anonymous)
    return [{ idToken: await issuer.sign({ sub, nonce, email: 'whoever@example.test' }) }, cookie]
  }

  async function link({ userId, email }: Account, subject: string): Promise<void> {
    const now = app.ctx.now()
    await app.ctx.db
      .insertInto('identities')
      .values({
        issuer: issuer.url,
        subject,
        user_id: userId,
        email,
        created_at: now,
        last_used_at: now,
      })
      .execute()
  }

  test('by password is valid for ten minutes, in this session only', async () => {
    const own = await newAccount()
    const second = { ...own, ...(await app.openSession(own.userId)) }
    outlive()
    expect(await mayDo(own)).toBe(false)
    const answer = await prove(own, { password: TEST_PASSWORD })
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { message: textsOf('en').t('errors:done_proven') },
    ])
    expect([await mayDo(own), await mayDo(second)]).toEqual([true, false])
    app.ctx.clock.advance(10 * 60_000 - 1)
    expect(await mayDo(own)).toBe(true)
    app.ctx.clock.advance(1)
    expect(await mayDo(own)).toBe(false)
    expect(await auditOf(own.userId)).toContainEqual({
      kind: 'session.proven',
      detail: { by: 'password' },
    })
  })

  test('counts wrong passwords like the sign-in, and is locked with it', async () => {
    const own = await newAccount()
    outlive()
    const answers = await inTurn(3, () => prove(own, { password: 'Wrong-horse-7' }))
    expect(answers.map(refusal)).toEqual(Array(3).fill([400, 'wrong_password', 'password']))
    const locked = await prove(own, { password: TEST_PASSWORD })
    expect(codeOf(locked)).toEqual([429, 'too_many_attempts'])
    expect(await signIn(own.email)).toBe('Bearer undefined')
    expect(await mayDo(own)).toBe(false)
    expect((await auditOf(own.userId)).map(({ kind }) => kind).toSorted()).toEqual([
      'access.refused',
      'signin.failed',
      'signin.failed',
      'signin.failed',
      'signin.locked',
    ])
  })

  test(
    'by identity provider accepts an identity of this account, and each token once',
    { tags: ['check-12'] },
    async () => {
      const [own, other] = [await newAccount(), await newAccount()]
      await link(own, 'subject-1')
      await link(other, 'subject-2')
      outlive()
      for (const sub of ['subject-2', 'nobody']) {
        const refused = await prove(own, ...(await answerFor(sub)))
        expect(codeOf(refused)).toEqual([401, 'identity_refused'])
      }
      expect(await mayDo(own)).toBe(false)
      const [payload, cookie] = await answerFor('subject-1')
      expect((await prove(own, payload)).json().code).toBe('identity_refused')
      expect((await prove(own, payload, cookie)).statusCode).toBe(200)
      expect(await mayDo(own)).toBe(true)
      outlive()
      expect((await prove(own, payload, cookie)).json().code).toBe('identity_refused')
      expect(await mayDo(own)).toBe(false)
    },
  )

  test.each([{}, { password: TEST_PASSWORD, idToken: 'a.b.c' }])(
    'requires exactly one proof',
    async (payload) => {
      const answer = await prove(await newAccount(), payload)
      expect(codeOf(answer)).toEqual([400, 'invalid_request'])
    },
  )

  test('refuses every password for an account without one', async () => {
    const own = await newAccount()
    await changeUser(app.ctx.db, own.userId, { password_hash: null })
    expect((await prove(own, { password: TEST_PASSWORD })).json().code).toBe('wrong_password')
  })
})
