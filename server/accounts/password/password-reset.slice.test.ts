import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '#contracts/dates.ts'
import { changeUser, emptyTables, insertUser, TEST_PASSWORD } from '#testing/factories.ts'
import { readMails, readToken } from '#testing/read-mails.ts'
import { useTestApp } from '#testing/shared-app.ts'
import {
  askWith,
  atOnce,
  codeOf,
  inTurn,
  postFrom,
  refusal,
  statusesOf,
} from '#testing/test-app.ts'

const NEW_PASSWORD = 'Another-horse-8!'

const app = useTestApp(() => ({ config: { TRUST_PROXY: ['127.0.0.1'] } }))
beforeEach(async () => {
  app.ctx.clock.set('2026-03-10T12:00:00.000Z')
  await emptyTables(app.ctx, 'request_limits', 'outgoing_mails', 'audit_events')
})

const post = (path: string, payload: object, from?: string) =>
  postFrom(app, `/api/auth/${path}`, payload, { from })

const forgot = (email: string, from?: string) => post('forgot-password', { email }, from)
const validate = (token: string) => app.anonymous(`/api/auth/validate-reset-token?token=${token}`)
const signIn = (email: string, password: string, from?: string) =>
  post('email-signin', { email, password }, from)
const reset = (token: string, newPassword = NEW_PASSWORD, confirmPassword = newPassword) =>
  post('reset-password', { token, newPassword, confirmPassword })
const mails = async () =>
  (await readMails(app.ctx)).map(({ kind, recipient }) => `${kind} to ${recipient}`)

async function askForLink(email: string): Promise<string> {
  await forgot(email)
  return readToken(app.ctx, 'reset_password')
}

describe('requesting a link', () => {
  test(
    'the owner of an address gets the mail that fits the account',
    { tags: ['calls.forgot-password'] },
    async () => {
      const { email: known } = await insertUser(app.ctx)
      const { email: unverified } = await insertUser(app.ctx, { verified: false })
      const { email: leaving, userId } = await insertUser(app.ctx)
      await changeUser(app.ctx.db, userId, { deletion_requested_at: app.ctx.now() })
      for (const email of [known.toUpperCase(), unverified, leaving, 'nobody@example.test'])
        await forgot(email)
      const waiting = app.ctx.db.selectFrom('outgoing_mails').select('id')
      expect(await waiting.execute()).toHaveLength(4)
      const recipients = [known, unverified, leaving]
      expect((await mails()).toSorted()).toEqual(
        recipients.map((to) => `reset_password to ${to}`).toSorted(),
      )
    },
  )

  test(
    'a network is refused after five requests; an address gets no more mail, and its last link works',
    { tags: ['check-39'] },
    async () => {
      const { email } = await insertUser(app.ctx)
      const within = await inTurn(5, (number) => forgot(email, `203.0.113.${number}`))
      const token = await readToken(app.ctx, 'reset_password')
      const beyond = await inTurn(3, (number) => forgot(email, `203.0.113.10${number}`))
      expect(new Set(statusesOf([...within, ...beyond]))).toEqual(new Set([200]))
      expect(await mails()).toEqual([])
      expect((await validate(token)).statusCode).toBe(200)
      await inTurn(5, (number) => forgot(`many-${number}@example.test`))
      const refused = await forgot('many-5@example.test')
      expect(codeOf(refused)).toEqual([429, 'rate_limited'])
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    },
  )
})

describe('the link', () => {
  test(
    'its secret has 256 bits, and only its digest is stored',
    { tags: ['check-8', 'check-98'] },
    async () => {
      const { email } = await insertUser(app.ctx)
      const token = await askForLink(email)
      expect(token).toMatch(/^sdm_[\w-]{49}$/)
      const { rows } = await sql<{ text: string }>`
      select account_tokens::text as text from account_tokens
      union all select outgoing_mails::text from outgoing_mails
      union all select data::text from pgboss.job`.execute(app.ctx.db)
      expect(rows.length).toBeGreaterThan(1)
      expect(rows.filter(({ text }) => text.includes(token.slice(4, 40)))).toEqual([])
    },
  )

  test.each([
    [DAY_MS - 1_000, 200, undefined],
    [DAY_MS + 1_000, 400, 'reset_link_expired'],
  ])(
    '%d ms after it was sent: %d',
    { tags: ['const.reset-link-24h', 'check-9'] },
    async (ms, ...outcome) => {
      const { email } = await insertUser(app.ctx)
      const token = await askForLink(email)
      app.ctx.clock.advance(ms)
      expect(codeOf(await validate(token))).toEqual(outcome)
      expect(codeOf(await reset(token))).toEqual(outcome)
    },
  )

  test(
    'validating does not use up a link, and a newer link replaces it',
    { tags: ['calls.validate-reset-token', 'check-9'] },
    async () => {
      const { email } = await insertUser(app.ctx)
      const older = await askForLink(email)
      const answers = await inTurn(50, () => validate(older))
      expect(new Set(statusesOf(answers))).toEqual(new Set([200]))
      const newer = await askForLink(email)
      expect(codeOf(await validate(older))).toEqual([400, 'reset_link_invalid'])
      expect(codeOf(await reset(older))).toEqual([400, 'reset_link_invalid'])
      expect((await reset(newer)).statusCode).toBe(200)
      expect(codeOf(await validate(newer))).toEqual([400, 'reset_link_invalid'])
    },
  )

  test('exactly one of twenty parallel uses succeeds', { tags: ['check-8'] }, async () => {
    const { email } = await insertUser(app.ctx)
    const token = await askForLink(email)
    const passwords = Array.from({ length: 20 }, (_, number) => `Parallel-horse-${number}!`)
    const answers = await Promise.all(passwords.map((password) => reset(token, password)))
    const winners = passwords.filter((_, number) => answers[number]?.statusCode === 200)
    expect(winners).toHaveLength(1)
    expect(answers.filter((answer) => answer.json().code === 'reset_link_invalid')).toHaveLength(19)
    expect((await signIn(email, winners[0] ?? '')).statusCode).toBe(200)
    expect((await mails()).filter((mail) => mail.startsWith('password_changed'))).toHaveLength(1)
  })

  test.each([
    ['Another-horse-8!', 'Another-horse-9!', 'passwords_differ', 'confirmPassword'],
    ['weak-password', 'weak-password', 'weak_password', 'newPassword'],
    ['Summer2026!', 'Summer2026!', 'common_password', 'newPassword'],
    ['Byron1815!', 'Byron1815!', 'common_password', 'newPassword'],
  ])(
    '%s and %s are refused as %s, and the link stays valid',
    { tags: ['reset-rule.password', 'reset-rule.confirm-equal'] },
    async (first, second, code, field) => {
      const { email } = await insertUser(app.ctx)
      const token = await askForLink(email)
      const answer = await reset(token, first, second)
      expect(refusal(answer)).toEqual([400, code, field])
      expect((await reset(token)).statusCode).toBe(200)
    },
  )
})

describe('the new password', () => {
  test(
    'a reset ends every session and lock, notifies the owner, and opens no session',
    { tags: ['calls.reset-password', 'check-4', 'check-10'] },
    async () => {
      const { email, userId } = await insertUser(app.ctx)
      const sessions = [await app.openSession(userId), await app.openSession(userId)]
      for (const from of ['198.51.100.1', '198.51.100.2'])
        await inTurn(3, () => signIn(email, 'Wrong-horse-7!', from))
      expect((await signIn(email, TEST_PASSWORD)).statusCode).toBe(429)
      const answer = await reset(await askForLink(email))
      expect([answer.statusCode, Object.keys(answer.json())]).toEqual([200, ['message']])
      for (const { send } of sessions)
        expect(codeOf(await send('/api/auth/me'))).toEqual([401, 'session_expired'])
      expect(await mails()).toEqual([`password_changed to ${email}`])
      expect((await signIn(email, NEW_PASSWORD)).statusCode).toBe(200)
      expect((await signIn(email, NEW_PASSWORD, '198.51.100.2')).statusCode).toBe(200)
      expect(codeOf(await signIn(email, TEST_PASSWORD))).toEqual([401, 'invalid_credentials'])
      expect(await app.auditKinds(userId)).toEqual(
        expect.arrayContaining(['password.reset', 'password.reset_requested', 'signin.locked']),
      )
    },
  )

  test('a reset confirms the address and voids the password of a stranger’s sign-up', async () => {
    const email = 'victim@example.test'
    await post('email-signup', { email, password: 'Stranger-horse-8!', name: 'Eve' })
    const strangers = await readToken(app.ctx, 'verify_sign_up')
    await reset(await askForLink(email))
    expect((await app.anonymous(`/api/auth/verify-email?token=${strangers}`)).statusCode).toBe(200)
    expect((await signIn(email, NEW_PASSWORD)).statusCode).toBe(200)
    expect(codeOf(await signIn(email, 'Stranger-horse-8!'))).toEqual([401, 'invalid_credentials'])
  })

  test(
    'a concurrent sign-in with the old password leaves no open session',
    { tags: ['check-10'] },
    async () => {
      const { email, userId } = await insertUser(app.ctx)
      const token = await askForLink(email)
      const [answers] = await Promise.all([
        atOnce(5, (number) => signIn(email, TEST_PASSWORD, `203.0.113.${number}`)),
        reset(token),
      ])
      const alive = answers
        .filter(({ statusCode }) => statusCode === 200)
        .map((answer) => answer.json<{ token: string }>().token)
      for (const session of alive) expect((await askWith(app, session)).statusCode).toBe(401)
      const open = await app.ctx.db
        .selectFrom('sessions')
        .select('id')
        .where('user_id', '=', userId)
        .where('revoked_at', 'is', null)
        .execute()
      expect(open).toEqual([])
    },
  )
})

describe('the account', () => {
  test('a login to an account scheduled for deletion says so, but only with the right password', async () => {
    const { email, userId } = await insertUser(app.ctx)
    const token = await askForLink(email)
    await changeUser(app.ctx.db, userId, { deletion_requested_at: app.ctx.now() })
    expect(codeOf(await signIn(email, 'Wrong-horse-7!'))).toEqual([401, 'invalid_credentials'])
    expect(codeOf(await signIn(email, TEST_PASSWORD))).toEqual([403, 'deletion_requested'])
    expect(codeOf(await reset(token))).toEqual([400, 'reset_link_invalid'])
  })

  test('a sign-in from a new device sends a mail to the owner; one from a known device does not', async () => {
    const firefox =
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0'
    const safari =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1'
    const { email, userId } = await insertUser(app.ctx)
    const enter = async (userAgent: string, language = 'en') => {
      const headers = { 'user-agent': userAgent, 'accept-language': language }
      const payload = { email, password: TEST_PASSWORD }
      await app.anonymous({ method: 'POST', url: '/api/auth/email-signin', headers, payload })
      return (await readMails(app.ctx)).map(
        (mail) => `${mail.kind} to ${mail.recipient} in ${mail.language}`,
      )
    }
    expect(await enter(firefox)).toEqual([])
    expect(await enter(firefox.replaceAll('145', '146'))).toEqual([])
    // The owner's, not that of the person who signs in.
    expect(await enter(safari, 'de')).toEqual([`new_sign_in to ${email} in en`])
    expect(await enter(safari, 'tr')).toEqual([])
    await app.ctx.db.deleteFrom('sessions').where('user_id', '=', userId).execute()
    expect(await enter(firefox, 'tr')).toEqual([`new_sign_in to ${email} in tr`])
    const users = app.ctx.db.selectFrom('users').select('language').where('id', '=', userId)
    expect(await users.executeTakeFirst()).toEqual({ language: 'tr' })
  })
})
