import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '#contracts/dates.ts'
import { insertUser, TEST_PASSWORD } from '#testing/factories.ts'
import { type ReadMail, readMails, readToken } from '#testing/read-mails.ts'
import { type Answer, startTestApp, type TestApp } from '#testing/test-app.ts'
import { createToken } from './account-tokens.ts'
import { MAX_COMPARISONS_PER_NETWORK } from './password/password.ts'
import { eraseUnverifiedAccounts } from './sign-up/unverified-accounts.ts'

const PASSWORD = `${TEST_PASSWORD}!`

let world: TestApp
let start: Date
beforeAll(async () => {
  world = await startTestApp({ config: { TRUST_PROXY: ['127.0.0.1'] } })
  start = world.ctx.clock.now()
})
afterAll(() => world[Symbol.asyncDispose]())
beforeEach(async () => {
  world.ctx.clock.set(start)
  await sql`delete from request_limits`.execute(world.ctx.db)
  await world.ctx.db.deleteFrom('outgoing_mails').execute()
})

type Options = { from?: string; language?: string }

const post = (path: string, payload: object, { from = '198.51.100.1', language = 'en' }: Options = {}) =>
  world.anonymous({
    method: 'POST',
    url: `/api/auth/${path}`,
    headers: { 'x-forwarded-for': from, 'accept-language': language },
    payload,
  })

const signUp = (email: string, more: object = {}, options?: Options) =>
  post('email-signup', { email, password: PASSWORD, name: 'Ada King Byron', ...more }, options)
const signIn = (email: string, password = PASSWORD) => post('email-signin', { email, password })
const resend = (email: string, options?: Options) => post('resend-verification', { email }, options)
const verify = (token: string, headers = {}) =>
  world.anonymous({ url: `/api/auth/verify-email?token=${encodeURIComponent(token)}`, headers })
const mails = () => readMails(world.ctx)
const verificationToken = () => readToken(world.ctx, 'verify_sign_up')

const findUser = (email: string) =>
  world.ctx.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()
const codeOf = (answer: Answer) => [answer.statusCode, answer.json().code]
const kinds = (found: ReadMail[]) => found.map(({ kind, recipient }) => `${kind} to ${recipient}`)

let count = 0
const newEmail = () => `new-${(count += 1)}@example.test`

/** Puts an account into the state in which it is being deleted. */
async function insertDeleted(): Promise<string> {
  const { email, userId } = await insertUser(world.ctx, { role: 'PRO_USER' })
  const at = world.ctx.clock.now()
  await world.ctx.db
    .updateTable('users')
    .set({ deletion_requested_at: at })
    .where('id', '=', userId)
    .execute()
  return email
}

describe('signing up', () => {
  test(
    'a sign-up creates a guest account that waits for its address to be confirmed',
    { tags: ['product.email-sign-up', 'calls.email-signup'] },
    async () => {
      const email = newEmail()
      const answer = await signUp(email, {}, { language: 'de' })
      expect([answer.statusCode, Object.keys(answer.json())]).toEqual([200, ['message']])
      expect(await findUser(email)).toMatchObject({
        role: 'GUEST',
        first_name: 'Ada',
        last_name: 'King Byron',
        language: 'de',
        email_verified_at: null,
      })
      expect(codeOf(await signIn(email))).toEqual([403, 'email_unverified'])
      const [mail, ...others] = await mails()
      expect(others).toEqual([])
      expect(mail).toMatchObject({ kind: 'verify_sign_up', recipient: email, language: 'de' })
      expect(mail?.link).toContain('/email-verification?')
      expect((await verify(mail?.token ?? '')).statusCode).toBe(200)
      expect((await signIn(email)).statusCode).toBe(200)
    },
  )

  test(
    'new, unconfirmed, confirmed and deleted accounts get the same answer; only the mails differ',
    { tags: ['check-3'] },
    async () => {
      const [fresh, unverified, leaving] = [newEmail(), newEmail(), await insertDeleted()]
      const { email: verified } = await insertUser(world.ctx, { role: 'PLUS_USER' })
      await signUp(unverified)
      await mails()
      const before = await findUser(verified)
      const answers: Answer[] = []
      for (const email of [fresh, unverified, verified.toUpperCase(), leaving])
        answers.push(await signUp(email, { password: 'Another-horse-8!' }))
      const visible = answers.map((answer) => {
        const {
          date: _date,
          'x-request-id': _id,
          'content-security-policy': _csp,
          ...headers
        } = answer.headers
        return { status: answer.statusCode, body: answer.body, headers }
      })
      expect(new Set(visible.map((one) => JSON.stringify(one))).size).toBe(1)
      expect(kinds(await mails()).toSorted()).toEqual([
        `already_registered to ${verified}`,
        `deletion_requested to ${leaving}`,
        `verify_sign_up to ${fresh}`,
        `verify_sign_up to ${unverified}`,
      ])
      expect(await findUser(verified)).toEqual(before)
      expect((await signIn(verified, TEST_PASSWORD)).statusCode).toBe(200)
    },
  )

  test.each([
    [{ email: 'a@b.example, c@d.example' }, 'invalid_email', 'email'],
    [{ email: 'a@b.example\r\nBcc: c@d.example' }, 'invalid_email', 'email'],
    [{ password: 'weak-password' }, 'weak_password', 'password'],
    [{ password: `Aa1!${'x'.repeat(125)}` }, 'weak_password', 'password'],
    [{ password: 'Password123!' }, 'common_password', 'password'],
    [{ password: `Aa1!${'x'.repeat(1024)}` }, 'invalid_request', 'password'],
    [{ name: '   ' }, 'invalid_request', 'name'],
    [{ name: 'Win now https://prize.example' }, 'invalid_request', 'name'],
    [
      { pendingDates: { mode: 'range', selection: '2026-03-01' } },
      'invalid_request',
      'pendingDates.selection',
    ],
  ])('the input %j is refused as %s', async (wrong, code, field) => {
    const answer = await signUp(newEmail(), wrong)
    expect([...codeOf(answer), answer.json().field]).toEqual([400, code, field])
    expect(await mails()).toEqual([])
  })

  test(
    'a network that sends too many passwords is refused before the next comparison',
    { tags: ['check-22'] },
    async () => {
      const trying = (from: string) => signUp(newEmail(), { password: 'Password123!' }, { from })
      for (let count = 0; count < MAX_COMPARISONS_PER_NETWORK; count += 1)
        expect(codeOf(await trying('203.0.113.7'))).toEqual([400, 'common_password'])
      const refused = await trying('203.0.113.7')
      expect(codeOf(refused)).toEqual([429, 'rate_limited'])
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_500)
      expect(codeOf(await trying('203.0.113.8'))).toEqual([400, 'common_password'])
    },
  )

  test('twelve parallel sign-ups with one address create one account', async () => {
    const email = newEmail()
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, number) => signUp(email, {}, { from: `203.0.113.${number}` })),
    )
    expect(new Set(answers.map((answer) => answer.body)).size).toBe(1)
    expect(new Set(kinds(await mails()))).toEqual(new Set([`verify_sign_up to ${email}`]))
  })

  test(
    'a password counts as typed: every byte and every Unicode form of a letter',
    { tags: ['check-22'] },
    async () => {
      const long = `Aa1! ${'\u{1f511}'.repeat(40)} e\u0301 ${'x'.repeat(60)} `
      const email = newEmail()
      await signUp(email, { password: long })
      await verify(await verificationToken())
      expect((await signIn(email, long)).statusCode).toBe(200)
      for (const other of [long.trim(), long.normalize('NFC'), `${long.slice(0, -2)}y `])
        expect(codeOf(await signIn(email, other))).toEqual([401, 'invalid_credentials'])
    },
  )
})

describe('confirming the address', () => {
  test(
    'repeating it succeeds and changes nothing; it returns the sign-up dates until the first sign-in',
    { tags: ['calls.verify-email', 'check-11'] },
    async () => {
      const email = newEmail()
      const pendingDates = { mode: 'range', selection: { from: '2026-03-01', to: '2026-03-05' } }
      await signUp(email, { pendingDates })
      const token = await verificationToken()
      const [first, second] = [await verify(token), await verify(token)]
      expect(first.json()).toEqual({ message: expect.any(String), purpose: 'sign_up', pendingDates })
      expect([second.statusCode, second.body]).toEqual([first.statusCode, first.body])
      const events = () =>
        world.ctx.db
          .selectFrom('audit_events')
          .select('kind')
          .where('kind', '=', 'account.verified')
          .execute()
      const confirmed = (await events()).length
      world.ctx.clock.advance(2 * DAY_MS)
      expect((await verify(token)).statusCode).toBe(200)
      expect((await events()).length).toBe(confirmed)
      await signIn(email)
      expect((await verify(token)).json().pendingDates).toBeNull()
    },
  )

  test.each([
    [DAY_MS - 1_000, [200, undefined]],
    [DAY_MS + 1_000, [400, 'verification_link_expired']],
  ])(
    '%d ms after it was sent: %j',
    { tags: ['const.verification-link-24h', 'check-11'] },
    async (ms, outcome) => {
      await signUp(newEmail())
      const token = await verificationToken()
      world.ctx.clock.advance(ms)
      expect(codeOf(await verify(token))).toEqual(outcome)
    },
  )

  test(
    'a link confirms its own account, even when another account opens it',
    { tags: ['check-11'] },
    async () => {
      const [anna, bert] = [newEmail(), newEmail()]
      await signUp(anna)
      const token = await verificationToken()
      await signUp(bert)
      await verify(await verificationToken())
      const { token: session } = (await signIn(bert)).json()
      expect((await verify(token, { authorization: `Bearer ${session}` })).statusCode).toBe(200)
      const me = await world.anonymous({
        url: '/api/auth/me',
        headers: { authorization: `Bearer ${session}` },
      })
      expect(me.json().email).toBe(bert)
      expect((await findUser(anna))?.email_verified_at).not.toBeNull()
    },
  )

  test('a link confirms the password of its own sign-up and voids those of other sign-ups', async () => {
    const email = newEmail()
    await signUp(email, { password: 'Stranger-horse-8!' })
    const strangers = await verificationToken()
    await signUp(email, { password: 'Owners-horse-99!', name: 'Grace Hopper' })
    const owners = await verificationToken()
    await signUp(email, { password: 'Stranger-horse-9!' })
    await mails()
    expect((await verify(owners)).statusCode).toBe(200)
    expect((await verify(strangers)).statusCode).toBe(200)
    expect((await signIn(email, 'Owners-horse-99!')).statusCode).toBe(200)
    expect(codeOf(await signIn(email, 'Stranger-horse-8!'))).toEqual([401, 'invalid_credentials'])
    expect(codeOf(await signIn(email, 'Stranger-horse-9!'))).toEqual([401, 'invalid_credentials'])
    expect(await findUser(email)).toMatchObject({ first_name: 'Grace', last_name: 'Hopper' })
  })

  test('a stranger’s sign-up does not replace a mail still in the queue', async () => {
    const email = newEmail()
    await signUp(email)
    world.ctx.clock.advance(1_000)
    await signUp(email, { password: 'Stranger-horse-8!' })
    const [own, strangers] = await mails()
    await verify(own?.token ?? '')
    expect((await signIn(email)).statusCode).toBe(200)
    expect((await verify(strangers?.token ?? '')).statusCode).toBe(200)
    expect(codeOf(await signIn(email, 'Stranger-horse-8!'))).toEqual([401, 'invalid_credentials'])
  })

  test('a resent link confirms the sign-up current when it was requested', async () => {
    const email = newEmail()
    await signUp(email)
    await mails()
    await resend(email)
    const token = await verificationToken()
    await signUp(email, { password: 'Stranger-horse-8!' })
    await verify(token)
    expect((await signIn(email)).statusCode).toBe(200)
  })

  test(
    'session and reset tokens do not work as confirmation links, nor a mail token as a session',
    { tags: ['check-11', 'check-16', 'check-98'] },
    async () => {
      const { userId, email } = await insertUser(world.ctx, { role: 'PRO_USER' })
      const { token: session } = await world.openSession(userId)
      const reset = await createToken(world.ctx, { userId, purpose: 'reset_password', email })
      for (const token of [session, reset, `${reset.slice(0, -1)}_`, 'sdm_', 'null'])
        expect(codeOf(await verify(token))).toEqual([400, 'verification_link_invalid'])
      const me = await world.anonymous({ url: '/api/auth/me', headers: { authorization: `Bearer ${reset}` } })
      expect(codeOf(me)).toEqual([401, 'authentication_required'])
    },
  )
})

describe('requesting the link again', () => {
  test(
    'every address gets the same answer, and only an unconfirmed one gets mail',
    { tags: ['verify.resend-no-request', 'calls.verify-email-no-request'] },
    async () => {
      const [unverified, unknown] = [newEmail(), newEmail()]
      const { email: verified } = await insertUser(world.ctx, { role: 'GUEST' })
      await signUp(unverified)
      await mails()
      const answers = [await resend(unverified), await resend(verified), await resend(unknown)]
      expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1)
      expect(kinds(await mails())).toEqual([`verify_sign_up to ${unverified}`])
    },
  )

  test(
    'a network is refused after five requests; an address gets no more than five mails',
    { tags: ['check-39'] },
    async () => {
      const email = newEmail()
      await signUp(email)
      const answers: Answer[] = []
      for (let number = 0; number < 7; number += 1)
        answers.push(await resend(email, { from: number < 6 ? `203.0.113.${number}` : '203.0.113.0' }))
      expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
      const [ofSignUp, ...sentAgain] = await mails()
      expect(sentAgain).toHaveLength(5)
      expect(codeOf(await verify(ofSignUp?.token ?? ''))).toEqual([200, undefined])
      const flood: Answer[] = []
      for (let number = 0; number < 6; number += 1) flood.push(await resend(newEmail()))
      expect(flood.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200, 429])
      expect(Number(flood[5]?.headers['retry-after'])).toBeGreaterThan(0)
    },
  )
})

describe('a new address', () => {
  const enter = async (userId: string, email: string): Promise<string> => {
    await world.ctx.db.updateTable('users').set({ pending_email: email }).where('id', '=', userId).execute()
    return createToken(world.ctx, { userId, purpose: 'email_change', email })
  }

  test('confirming it switches the account, notifies the old address and voids its reset links', async () => {
    const { userId, email: old } = await insertUser(world.ctx, { role: 'PRO_USER' })
    const wanted = newEmail()
    const reset = await createToken(world.ctx, { userId, purpose: 'reset_password', email: old })
    const token = await enter(userId, wanted)
    const [first, second] = [await verify(token), await verify(token)]
    expect(first.json()).toMatchObject({ purpose: 'email_change', pendingDates: null })
    expect(second.body).toBe(first.body)
    expect(kinds(await mails())).toEqual([`email_change_notice to ${old}`])
    expect([
      (await signIn(wanted, TEST_PASSWORD)).statusCode,
      (await signIn(old, TEST_PASSWORD)).statusCode,
    ]).toEqual([200, 401])
    const check = await world.anonymous(`/api/auth/validate-reset-token?token=${reset}`)
    expect(codeOf(check)).toEqual([400, 'reset_link_invalid'])
  })

  test(
    'its link is refused after a later change, or when another account holds the address',
    { tags: ['check-11'] },
    async () => {
      const { userId } = await insertUser(world.ctx, { role: 'PRO_USER' })
      const outdated = await enter(userId, newEmail())
      await world.ctx.db
        .updateTable('users')
        .set({ pending_email: newEmail() })
        .where('id', '=', userId)
        .execute()
      expect(codeOf(await verify(outdated))).toEqual([400, 'verification_link_invalid'])
      const { email: taken } = await insertUser(world.ctx, { role: 'GUEST' })
      expect(codeOf(await verify(await enter(userId, taken)))).toEqual([400, 'verification_link_invalid'])
    },
  )

  test('an unconfirmed sign-up does not block the address for its owner', async () => {
    const { userId } = await insertUser(world.ctx, { role: 'PRO_USER' })
    const wanted = newEmail()
    await signUp(wanted)
    const squatters = await verificationToken()
    expect((await verify(await enter(userId, wanted))).statusCode).toBe(200)
    expect((await findUser(wanted))?.id).toBe(userId)
    expect(codeOf(await verify(squatters))).toEqual([400, 'verification_link_invalid'])
  })
})

test('a repeated sign-up after 30 days survives until its mail goes out', async () => {
  const email = newEmail()
  await signUp(email)
  await mails()
  world.ctx.clock.advance(31 * DAY_MS)
  await signUp(email)
  await eraseUnverifiedAccounts(world.ctx)
  expect(codeOf(await verify(await verificationToken()))).toEqual([200, undefined])
})

test('a sign-up not confirmed within 30 days is erased with its links', async () => {
  const [early, late] = [newEmail(), newEmail()]
  const { email: verified } = await insertUser(world.ctx, { role: 'GUEST' })
  await signUp(early)
  await signUp(late)
  await mails()
  world.ctx.clock.advance(30 * DAY_MS - 1_000)
  await resend(late)
  const token = await verificationToken()
  await eraseUnverifiedAccounts(world.ctx)
  expect(await findUser(early)).toBeDefined()
  world.ctx.clock.advance(2_000)
  await eraseUnverifiedAccounts(world.ctx)
  expect([await findUser(early), (await findUser(verified))?.email]).toEqual([undefined, verified])
  expect((await verify(token)).statusCode).toBe(200)
  world.ctx.clock.advance(60 * DAY_MS)
  await eraseUnverifiedAccounts(world.ctx)
  expect((await findUser(late))?.email).toBe(late)
  expect(await world.ctx.db.selectFrom('account_tokens').select('email').execute()).toEqual([])
})
