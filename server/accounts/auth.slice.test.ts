import { hash, parseOptions } from '@node-rs/argon2'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { changeUser, emptyTables, insertUser, TEST_PASSWORD } from '#testing/factories.ts'
import {
  askWith,
  atOnce,
  codeOf,
  inTurn,
  postFrom,
  startTestApp,
  statusesOf,
} from '#testing/test-app.ts'
import { textsOf } from '#testing/texts.ts'
import { PASSWORD_COST } from './password/password.ts'
import { delayFor } from './sign-in/try-password.ts'
import { useTestApp } from '#testing/shared-app.ts'

const app = useTestApp(() => ({ config: { TRUST_PROXY: ['127.0.0.1'] } }))
beforeEach(async () => {
  await emptyTables(app.ctx, 'request_limits', 'audit_events')
})

const WRONG = { password: 'Wrong-horse-7' }

type SignIn = { email: string; password?: string; from?: string }

const signIn = ({ email, password = TEST_PASSWORD, from }: SignIn, to = app) =>
  postFrom(to, '/api/auth/email-signin', { email, password }, { from })

const me = (token: string) => askWith(app, token)

const auditKinds = async () => {
  const events = app.ctx.db.selectFrom('audit_events').select('kind')
  const own = await events.where('kind', '<>', 'account.created').execute()
  return own.map(({ kind }) => kind).toSorted()
}

describe('signing in', () => {
  test(
    'sign-in returns a token for the account, and answers hold only the fields of the contract',
    {
      tags: [
        'product.email-sign-in',
        'user.fields',
        'calls.me',
        'calls.email-signin',
        'calls.email-signin-reads',
      ],
    },
    async () => {
      const { email, userId } = await insertUser(app.ctx, { role: 'PRO_USER' })
      const answer = await signIn({ email })
      expect(answer.statusCode).toBe(200)
      expect(Object.keys(answer.json())).toEqual(['token'])
      expect(answer.headers['cache-control']).toBe('no-store')
      const account = await me(answer.json().token)
      expect(account.json()).toEqual({
        id: userId,
        role: 'PRO_USER',
        isGuest: false,
        firstName: 'Ada',
        lastName: 'Byron',
        name: 'Ada Byron',
        email,
        pictureUrl: null,
        hasPassword: true,
      })
      expect(await auditKinds()).toEqual(['signin.succeeded'])
    },
  )

  test(
    'spellings of the address that name the same mailbox all sign in',
    { tags: ['check-90'] },
    async () => {
      await insertUser(app.ctx, { email: 'INFO@shop.example.test' })
      expect((await signIn({ email: ' info@SHOP.example.test ' })).statusCode).toBe(200)
      expect((await signIn({ email: '\u0131nfo@shop.example.test' })).statusCode).toBe(401)
      expect((await signIn({ email: '\u0130NFO@shop.example.test' })).statusCode).toBe(401)
    },
  )

  test(
    'a refused sign-in says how many attempts are left, and reveals nothing about the account',
    { tags: ['calls.email-signin', 'calls.email-signin-reads'] },
    async () => {
      const answer = await signIn({ email: 'nobody@example.test', ...WRONG })
      const { requestId: _requestId, ...body } = answer.json()
      expect([answer.statusCode, body]).toEqual([
        401,
        {
          message: textsOf('en').t('errors:invalid_credentials'),
          code: 'invalid_credentials',
          remainingAttempts: 2,
        },
      ])
    },
  )

  test('sign-in reports an unverified address only after the right password', async () => {
    const { email } = await insertUser(app.ctx, { verified: false })
    expect((await signIn({ email, ...WRONG })).json().code).toBe('invalid_credentials')
    expect(codeOf(await signIn({ email }))).toEqual([403, 'email_unverified'])
  })

  test('password sign-in fails for an account without a password', async () => {
    const { email, userId } = await insertUser(app.ctx)
    await changeUser(app.ctx.db, userId, { password_hash: null })
    expect((await signIn({ email })).json().code).toBe('invalid_credentials')
  })

  test(
    'signing in rehashes a password stored at an older cost',
    { tags: ['check-23'] },
    async () => {
      const { email, userId } = await insertUser(app.ctx)
      const weak = await hash(TEST_PASSWORD, { memoryCost: 8192, timeCost: 1, parallelism: 1 })
      await changeUser(app.ctx.db, userId, { password_hash: weak })
      expect((await signIn({ email })).statusCode).toBe(200)
      const { password_hash } = await app.ctx.db
        .selectFrom('users')
        .select('password_hash')
        .where('id', '=', userId)
        .executeTakeFirstOrThrow()
      expect(parseOptions(password_hash ?? '')).toMatchObject(PASSWORD_COST)
      expect((await signIn({ email })).statusCode).toBe(200)
    },
  )
})

describe('limits', () => {
  test(
    'three failures lock that pair of address and network for a while, and no other pair',
    { tags: ['login.attempts-notice', 'login.too-many', 'check-4'] },
    async () => {
      const { email } = await insertUser(app.ctx)
      const failures = await inTurn(3, () => signIn({ email, ...WRONG }))
      expect(statusesOf(failures)).toEqual([401, 401, 401])
      expect(failures.map((answer) => answer.json().remainingAttempts)).toEqual([2, 1, 0])
      const locked = await signIn({ email })
      expect(locked.statusCode).toBe(429)
      expect(locked.json()).toMatchObject({ code: 'too_many_attempts', remainingAttempts: 0 })
      const seconds = Number(locked.headers['retry-after'])
      expect(seconds).toBeGreaterThan(14 * 60)
      expect(seconds).toBeLessThanOrEqual(15 * 60)
      expect(locked.json().retryAfterSeconds).toBe(seconds)
      expect((await signIn({ email, from: '198.51.100.2' })).statusCode).toBe(200)
      expect((await signIn({ email })).statusCode).toBe(429)
      expect(await auditKinds()).toEqual([
        'signin.failed',
        'signin.failed',
        'signin.failed',
        'signin.locked',
        'signin.succeeded',
      ])
      // The counters use the clock of the machine.
      await sql`update request_limits set expire = ${Date.now() - 1}`.execute(app.ctx.db)
      expect((await signIn({ email })).statusCode).toBe(200)
    },
  )

  test('an unknown address is locked like a known one', async () => {
    const unknown = { email: 'nobody-else@example.test', ...WRONG }
    const codes = (await inTurn(4, () => signIn(unknown))).map(({ statusCode }) => statusCode)
    expect(codes).toEqual([401, 401, 401, 429])
  })

  test(
    'limits treat the whole /64 of an IPv6 caller as one network',
    { tags: ['check-5'] },
    async () => {
      const { email } = await insertUser(app.ctx)
      for (const host of ['1', '2', '3'])
        await signIn({ email, ...WRONG, from: `2001:db8:0:5::${host}` })
      expect((await signIn({ email, from: '2001:db8:0:5:aaaa::9' })).statusCode).toBe(429)
      expect((await signIn({ email, from: '2001:db8:0:6::1' })).statusCode).toBe(200)
    },
  )

  test('parallel attempts do not slip past the limit', { tags: ['check-6'] }, async () => {
    const { email } = await insertUser(app.ctx)
    const statuses = statusesOf(await atOnce(12, () => signIn({ email, ...WRONG })))
    expect(statuses).toEqual([...Array<number>(3).fill(401), ...Array<number>(9).fill(429)])
  })

  test('a successful sign-in resets the attempts', async () => {
    const { email } = await insertUser(app.ctx)
    for (let round = 0; round < 2; round += 1) {
      await inTurn(2, () => signIn({ email, ...WRONG }))
      expect((await signIn({ email })).statusCode).toBe(200)
    }
  })

  test(
    'a network that tries many accounts is refused after twenty failures',
    { tags: ['check-5'] },
    async () => {
      const answers = await inTurn(30, (number) =>
        signIn({ email: `many-${number}@example.test`, password: 'Winter-2026!' }),
      )
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([
        ...Array<number>(20).fill(401),
        ...Array<number>(10).fill(429),
      ])
    },
  )

  test(
    'an address under attack from many networks is slowed down, never locked',
    { tags: ['check-4'] },
    async () => {
      const { email } = await insertUser(app.ctx)
      const failures = await inTurn(6, (number) =>
        signIn({ email, ...WRONG, from: `203.0.113.${number}` }),
      )
      expect(new Set(statusesOf(failures))).toEqual(new Set([401]))
      const start = performance.now()
      expect((await signIn({ email, from: '203.0.113.99' })).statusCode).toBe(200)
      expect(performance.now() - start).toBeGreaterThan(delayFor(7))
      expect([1, 5, 6, 7, 8, 50].map(delayFor)).toEqual([0, 0, 250, 500, 1000, 4000])
    },
  )

  test(
    'a forwarded address from an untrusted client does not count',
    { tags: ['check-7'] },
    async () => {
      await using untrusting = await startTestApp()
      const attempt = { email: 'nobody@example.test', ...WRONG }
      // Ten at once: the server refuses more than twenty bodies in flight from one network before
      // it reads them.
      const batches = await inTurn(10, (batch) =>
        atOnce(10, (number) =>
          signIn({ ...attempt, from: `203.0.113.${10 * batch + number}` }, untrusting),
        ),
      )
      expect(statusesOf(batches.flat())).toEqual([
        ...Array<number>(3).fill(401),
        ...Array<number>(97).fill(429),
      ])
    },
  )

  test('the table of counters holds no address', async () => {
    await signIn({ email: 'canary@example.test', ...WRONG })
    const { rows } = await sql<{ key: string }>`select key from request_limits`.execute(app.ctx.db)
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain('canary')
  })
})

describe('sessions', () => {
  test(
    'logout ends this session at once and leaves the others',
    { tags: ['calls.logout', 'check-17'] },
    async () => {
      const { email } = await insertUser(app.ctx)
      const [first, second] = await inTurn(2, async () => (await signIn({ email })).json().token)
      const answer = await app.anonymous({
        method: 'POST',
        url: '/api/auth/logout',
        headers: { authorization: `Bearer ${first}`, 'accept-language': 'de' },
      })
      expect([answer.statusCode, answer.json()]).toEqual([
        200,
        { message: textsOf('de').t('errors:signed_out') },
      ])
      expect(codeOf(await me(first))).toEqual([401, 'session_expired'])
      expect((await me(second)).statusCode).toBe(200)
      expect(await auditKinds()).toContain('session.revoked')
    },
  )
})
