import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MINUTE_MS } from '#contracts/dates.ts'
import type { UserId } from '#contracts/ids.ts'
import { dropSecondFactor } from '#server/accounts/api.ts'
import type { Keyring } from '#server/platform/secrets/keyring.ts'
import { resealFactors } from '#server/platform/secrets/second-factor.ts'
import { changeUser, emptyTables, TEST_PASSWORD } from '#testing/factories.ts'
import { useIdentityApp } from '#testing/identity-app.ts'
import { codeAt } from '#testing/operator-calls.ts'
import { readToken } from '#testing/read-mails.ts'
import {
  askWith,
  atOnce,
  codeOf,
  inTurn,
  post,
  statusesOf,
  type TestApp,
} from '#testing/test-app.ts'

let app: TestApp
const { at, somebody, signIn: signInByProvider } = useIdentityApp()
beforeAll(async () => {
  app = at.app
})
beforeEach(async () => {
  await emptyTables(app.ctx, 'request_limits', 'audit_events', 'outgoing_mails')
  // A code works once: each test begins in another time step.
  app.ctx.clock.advance(MINUTE_MS)
})

const auth = (path: string, payload: object) => post(app.anonymous, `/api/auth/${path}`, payload)
const signIn = (email: string, password = TEST_PASSWORD, rememberMe = false) =>
  auth('email-signin', { email, password, rememberMe })
const finish = (challenge: string, code: string) => auth('second-factor', { challenge, code })
const askedFor = async (email: string): Promise<string> => (await signIn(email)).json().challenge
const nowCode = (secret: string) => codeAt(secret, app.ctx.now())
const wrongCode = (secret: string) => (nowCode(secret) === '000000' ? '000001' : '000000')

async function newMember() {
  const { userId, email, send } = await app.newAccount('PRO_USER')
  const call = (path: string, payload: object = {}) => post(send, `/api/${path}`, payload)
  return { userId, email, send, call }
}
type Member = Awaited<ReturnType<typeof newMember>>

const begin = async ({ call }: Member): Promise<{ secret: string; uri: string }> => {
  await call('auth/reauthenticate', { password: TEST_PASSWORD })
  return (await call('users/second-factor')).json()
}

async function newMemberWithCode() {
  const member = await newMember()
  const { secret } = await begin(member)
  const answer = await member.call('users/second-factor/confirm', { code: nowCode(secret) })
  const codes: string[] = answer.json().recoveryCodes
  app.ctx.clock.advance(MINUTE_MS)
  return { ...member, secret, codes }
}

const stateOf = async ({ send }: Member) => (await send('/api/users/second-factor')).json()
const mails = async (userId: UserId) =>
  (
    await app.ctx.db
      .selectFrom('outgoing_mails')
      .select('params')
      .where('user_id', '=', userId)
      .where('kind', '=', 'second_factor')
      .execute()
  ).map(({ params }) => Object(params).change as unknown)
const events = async (userId: UserId) =>
  (await app.auditKinds(userId, 'second_factor.')).map((kind) => kind.replace('second_factor.', ''))

describe('turning it on', () => {
  test('needs a fresh proof of identity and a first code, gives recovery codes once, and tells the owner', async () => {
    const member = await newMember()
    const elsewhere = await app.openSession(member.userId)
    expect((await member.call('users/second-factor')).json().code).toBe('fresh_sign_in_required')
    const { secret, uri } = await begin(member)
    expect(uri).toContain(`secret=${secret}`)
    expect(await stateOf(member)).toEqual({ onSince: null, recoveryCodesLeft: 0 })
    expect((await signIn(member.email)).statusCode).toBe(200)

    const confirm = (code: string) => member.call('users/second-factor/confirm', { code })
    expect((await confirm(wrongCode(secret))).json()).toMatchObject({
      code: 'wrong_code',
      field: 'code',
    })
    const answer = await confirm(nowCode(secret))
    expect(answer.json().recoveryCodes).toHaveLength(8)
    expect(new Set(answer.json().recoveryCodes).size).toBe(8)
    const onSince = app.ctx.now().toISOString()
    expect(await stateOf(member)).toEqual({ onSince, recoveryCodesLeft: 8 })
    expect((await elsewhere.send('/api/auth/me')).json().code).toBe('session_expired')
    expect(await mails(member.userId)).toEqual(['on'])
    expect(await events(member.userId)).toEqual(['on', 'wrong_code'])
  })

  test('twice is refused, so that an open session cannot replace the key', async () => {
    const member = await newMemberWithCode()
    await member.call('auth/reauthenticate', { password: TEST_PASSWORD })
    expect((await member.call('users/second-factor')).json().code).toBe('conflict')
  })

  test('the database holds secret and recovery codes only sealed and hashed', async () => {
    const { secret, codes } = await newMemberWithCode()
    const rows = JSON.stringify(await app.ctx.db.selectFrom('second_factors').selectAll().execute())
    for (const text of [secret, ...codes, ...codes.map((code) => code.replaceAll('-', ''))])
      expect(rows).not.toContain(text)
  })
})

describe('a sign-in', () => {
  test('by password is finished with a code, as it was begun', async () => {
    const { userId, email, secret } = await newMemberWithCode()
    const first = await signIn(email, TEST_PASSWORD, true)
    expect(codeOf(first)).toEqual([401, 'code_required'])
    expect(first.json()).not.toHaveProperty('token')
    const answer = await finish(first.json().challenge, nowCode(secret))
    expect(answer.json()).toEqual({ token: expect.any(String) })
    expect((await askWith(app, answer.json().token)).json().email).toBe(email)
    const { remember_me } = await app.ctx.db
      .selectFrom('sessions')
      .select('remember_me')
      .where('user_id', '=', userId)
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow()
    expect(remember_me).toBe(true)
  })

  test('through the identity provider is asked for the code too, and its session is as fresh', async () => {
    const member = await newMemberWithCode()
    const { sub } = somebody()
    const first = await signInByProvider({ sub, email: member.email })
    expect(codeOf(first)).toEqual([401, 'code_required'])
    const { token } = (await finish(first.json().challenge, nowCode(member.secret))).json()
    expect((await askWith(app, token, '/api/users/export')).statusCode).toBe(200)
  })

  test('after a reset by mail is asked for the code, and a sign-in begun before it ends', async () => {
    const { email, secret } = await newMemberWithCode()
    const before = await askedFor(email)
    await auth('forgot-password', { email })
    const token = await readToken(app.ctx, 'reset_password')
    const newPassword = 'Another-horse-8!'
    await auth('reset-password', { token, newPassword, confirmPassword: newPassword })
    expect(codeOf(await finish(before, nowCode(secret)))).toEqual([400, 'sign_in_expired'])
    const again = await signIn(email, newPassword)
    expect(codeOf(again)).toEqual([401, 'code_required'])
    expect((await finish(again.json().challenge, nowCode(secret))).statusCode).toBe(200)
  })

  test('with a wrong password does not say that a code is wanted', async () => {
    const { email } = await newMemberWithCode()
    const answer = await signIn(email, 'Wrong-horse-7')
    expect(codeOf(answer)).toEqual([401, 'invalid_credentials'])
    expect(answer.json()).not.toHaveProperty('challenge')
  })

  test('accepts each code once, even at the same moment', async () => {
    const { email, secret } = await newMemberWithCode()
    const challenge = await askedFor(email)
    const answers = await atOnce(3, () => finish(challenge, nowCode(secret)))
    expect(statusesOf(answers)).toEqual([200, 400, 400])
    app.ctx.clock.advance(MINUTE_MS)
    expect((await finish(await askedFor(email), nowCode(secret))).statusCode).toBe(200)
  })

  test('is refused after five wrong codes, even with the right one, from any network', async () => {
    const { email, secret, userId } = await newMemberWithCode()
    const challenge = await askedFor(email)
    const answers = await inTurn(5, () => finish(challenge, wrongCode(secret)))
    expect(answers.map((answer) => answer.json().code)).toEqual(Array(5).fill('wrong_code'))
    expect((await finish(challenge, nowCode(secret))).json().code).toBe('rate_limited')
    expect((await events(userId)).filter((kind) => kind === 'wrong_code')).toHaveLength(5)
  })

  test.each<[string, (challenge: string) => string]>([
    ['made up', () => 'A'.repeat(120)],
    ['altered', (challenge) => `${challenge.slice(0, -2)}AA`],
    [
      'too old',
      (challenge) => {
        app.ctx.clock.advance(5 * MINUTE_MS)
        return challenge
      },
    ],
  ])('with a challenge that is %s opens nothing', async (_how, change) => {
    const { email, secret } = await newMemberWithCode()
    const challenge = change(await askedFor(email))
    expect(codeOf(await finish(challenge, nowCode(secret)))).toEqual([400, 'sign_in_expired'])
  })

  test("one member's code does not finish another member's sign-in", async () => {
    const [own, other] = [await newMemberWithCode(), await newMemberWithCode()]
    const answer = await finish(await askedFor(own.email), nowCode(other.secret))
    expect(codeOf(answer)).toEqual([400, 'wrong_code'])
  })

  test('of a locked account stays refused', async () => {
    const { email, secret, userId } = await newMemberWithCode()
    const challenge = await askedFor(email)
    await changeUser(app.ctx.db, userId, { locked_at: app.ctx.now() })
    expect((await finish(challenge, nowCode(secret))).json().code).toBe('account_locked')
  })
})

describe('a recovery code', () => {
  test('replaces the app once, however it is typed, and the owner hears of it', async () => {
    const member = await newMemberWithCode()
    const [code = ''] = member.codes
    const typed = code.toLowerCase().replaceAll('-', ' ')
    expect((await finish(await askedFor(member.email), typed)).statusCode).toBe(200)
    expect(codeOf(await finish(await askedFor(member.email), code))).toEqual([400, 'wrong_code'])
    expect((await stateOf(member)).recoveryCodesLeft).toBe(7)
    expect(await mails(member.userId)).toContain('recoveryUsed')
    expect(await events(member.userId)).toContain('recovery_used')
  })

  test('works once of twenty tries at the same moment', async () => {
    const { email, codes } = await newMemberWithCode()
    const challenge = await askedFor(email)
    const answers = await atOnce(4, () => finish(challenge, codes[1] ?? ''))
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  })
})

describe('turning it off', () => {
  test.each<[string, (member: Awaited<ReturnType<typeof newMemberWithCode>>) => object, string]>([
    ['without the password', ({ secret }) => ({ code: nowCode(secret) }), 'invalid_request'],
    [
      'with a wrong password',
      ({ secret }) => ({ code: nowCode(secret), currentPassword: 'Wrong-horse-7' }),
      'wrong_password',
    ],
    [
      'with a wrong code',
      ({ secret }) => ({ code: wrongCode(secret), currentPassword: TEST_PASSWORD }),
      'wrong_code',
    ],
  ])('%s is refused', async (_how, body, code) => {
    const member = await newMemberWithCode()
    const answer = await member.call('users/second-factor/off', body(member))
    expect(answer.json().code).toBe(code)
    expect((await stateOf(member)).onSince).not.toBeNull()
  })

  test('with both ends it, and tells the owner', async () => {
    const member = await newMemberWithCode()
    const body = { currentPassword: TEST_PASSWORD, code: nowCode(member.secret) }
    expect((await member.call('users/second-factor/off', body)).statusCode).toBe(200)
    expect((await signIn(member.email)).statusCode).toBe(200)
    expect(await mails(member.userId)).toEqual(['on', 'off'])
    expect(await events(member.userId)).toEqual(['off', 'on'])
  })

  test('an account without a password proves itself at the provider instead', async () => {
    const member = await newMemberWithCode()
    await changeUser(app.ctx.db, member.userId, { password_hash: null })
    app.ctx.clock.advance(10 * MINUTE_MS)
    const off = () => member.call('users/second-factor/off', { code: nowCode(member.secret) })
    expect((await off()).json().code).toBe('fresh_sign_in_required')
    const proven = app.ctx.db.updateTable('sessions').set({ proven_at: app.ctx.now() })
    await proven.where('user_id', '=', member.userId).execute()
    expect((await off()).statusCode).toBe(200)
  })

  test('the command line turns it off for a member who lost everything', async () => {
    const { email, userId } = await newMemberWithCode()
    expect(await dropSecondFactor(app.ctx, email)).toBe(true)
    expect((await signIn(email)).statusCode).toBe(200)
    expect(await events(userId)).toContain('off')
    expect(await dropSecondFactor(app.ctx, email)).toBe(false)
  })
})

test('after a change of APP_SECRET the daily job seals the key of a member under the new one', async () => {
  const { secret, email } = await newMemberWithCode()
  const real = { ...app.ctx.keyring }
  const [old, next] = [real.current('second_factor'), Buffer.alloc(32, 'next')]
  const sealedUnder = (...keys: Uint8Array[]): Keyring => ({
    current: (purpose) => (purpose === 'second_factor' ? (keys[0] ?? old) : real.current(purpose)),
    accepted: (purpose) => (purpose === 'second_factor' ? keys : real.accepted(purpose)),
  })
  try {
    Object.assign(app.ctx.keyring, sealedUnder(next, old))
    await resealFactors(app.ctx, 'second_factors')
    Object.assign(app.ctx.keyring, sealedUnder(next))
    expect((await finish(await askedFor(email), nowCode(secret))).statusCode).toBe(200)
  } finally {
    Object.assign(app.ctx.keyring, real)
  }
})
