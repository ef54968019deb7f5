import { beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '#contracts/dates.ts'
import { changeUser, emptyTables, insertUser, TEST_PASSWORD } from '#testing/factories.ts'
import { createSignUpCalls, kinds } from '#testing/sign-up-calls.ts'
import {
  type Answer,
  askWith,
  atOnce,
  codeOf,
  inTurn,
  refusal,
  statusesOf,
  visibleIn,
} from '#testing/test-app.ts'
import { eraseUnverifiedAccounts } from './sign-up/unverified-accounts.ts'
import { limits } from '#server/accounts/limits.ts'
import { useTestApp } from '#testing/shared-app.ts'

const app = useTestApp(() => ({ config: { TRUST_PROXY: ['127.0.0.1'] } }))

beforeEach(async () => {
  app.ctx.clock.set('2026-03-10T12:00:00.000Z')
  await emptyTables(app.ctx, 'request_limits', 'outgoing_mails')
})

const { newEmail, signUp, signIn, resend, verify, mails, verificationToken, findUser } =
  createSignUpCalls(() => app)

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
      const [fresh, unverified] = [newEmail(), newEmail()]
      const { email: leaving, userId } = await insertUser(app.ctx)
      await changeUser(app.ctx.db, userId, { deletion_requested_at: app.ctx.now() })
      const { email: verified } = await insertUser(app.ctx, { role: 'PLUS_USER' })
      await signUp(unverified)
      await mails()
      const before = await findUser(verified)
      const visible = new Set<string>()
      for (const email of [fresh, unverified, verified.toUpperCase(), leaving]) {
        const answer = await signUp(email, { password: 'Another-horse-8!' })
        visible.add(JSON.stringify(visibleIn(answer)))
      }
      expect(visible.size).toBe(1)
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
    expect(refusal(answer)).toEqual([400, code, field])
    expect(await mails()).toEqual([])
  })

  test(
    'a network that sends too many passwords is refused before the next comparison',
    { tags: ['check-22'] },
    async () => {
      const trying = (from: string) => signUp(newEmail(), { password: 'Password123!' }, { from })
      for (let count = 0; count < limits.newPassword.points; count += 1)
        expect(codeOf(await trying('203.0.113.7'))).toEqual([400, 'common_password'])
      const refused = await trying('203.0.113.7')
      expect(codeOf(refused)).toEqual([429, 'rate_limited'])
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_500)
      expect(codeOf(await trying('203.0.113.8'))).toEqual([400, 'common_password'])
    },
  )

  test('twelve parallel sign-ups with one address create one account', async () => {
    const email = newEmail()
    const answers = await atOnce(12, (number) => signUp(email, {}, { from: `203.0.113.${number}` }))
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

describe('requesting the link again', () => {
  test(
    'only an unconfirmed address gets mail',
    { tags: ['verify.resend-no-request', 'calls.verify-email-no-request'] },
    async () => {
      const [unverified, unknown] = [newEmail(), newEmail()]
      const { email: verified } = await insertUser(app.ctx)
      await signUp(unverified)
      await mails()
      for (const email of [unverified, verified, unknown]) await resend(email)
      expect(kinds(await mails())).toEqual([`verify_sign_up to ${unverified}`])
    },
  )

  test(
    'a network is refused after five requests; an address gets no more than five mails',
    { tags: ['check-39'] },
    async () => {
      const email = newEmail()
      await signUp(email)
      const answers = await inTurn(7, (number) =>
        resend(email, { from: `203.0.113.${number % 6}` }),
      )
      expect(new Set(statusesOf(answers))).toEqual(new Set([200]))
      const [ofSignUp, ...sentAgain] = await mails()
      expect(sentAgain).toHaveLength(5)
      expect(codeOf(await verify(ofSignUp?.token ?? ''))).toEqual([200, undefined])
      const flood = await inTurn(6, () => resend(newEmail()))
      expect(flood.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200, 429])
      expect(Number(flood[5]?.headers['retry-after'])).toBeGreaterThan(0)
    },
  )
})

test('a repeated sign-up after 30 days survives until its mail goes out', async () => {
  const email = newEmail()
  await signUp(email)
  await mails()
  app.ctx.clock.advance(31 * DAY_MS)
  await signUp(email)
  await eraseUnverifiedAccounts(app.ctx)
  expect(codeOf(await verify(await verificationToken()))).toEqual([200, undefined])
})

test('a sign-up not confirmed within 30 days is erased with its links', async () => {
  const [early, late] = [newEmail(), newEmail()]
  const { email: verified } = await insertUser(app.ctx)
  await signUp(early)
  await signUp(late)
  await mails()
  app.ctx.clock.advance(30 * DAY_MS - 1_000)
  await resend(late)
  const token = await verificationToken()
  await eraseUnverifiedAccounts(app.ctx)
  expect(await findUser(early)).toBeDefined()
  app.ctx.clock.advance(2_000)
  await eraseUnverifiedAccounts(app.ctx)
  expect([await findUser(early), (await findUser(verified))?.email]).toEqual([undefined, verified])
  expect((await verify(token)).statusCode).toBe(200)
  app.ctx.clock.advance(60 * DAY_MS)
  await eraseUnverifiedAccounts(app.ctx)
  expect((await findUser(late))?.email).toBe(late)
  expect(await app.ctx.db.selectFrom('account_tokens').select('email').execute()).toEqual([])
})

const cookieOf = ({ headers }: Answer) => String(headers['set-cookie']).split(';')[0] ?? ''
async function begin() {
  const email = newEmail()
  const cookie = cookieOf(await signUp(email))
  return { email, cookie, link: await verificationToken() }
}

test('the link signs in the browser that signed up, once', async () => {
  const email = newEmail()
  const signedUp = await signUp(email)
  expect(String(signedUp.headers['set-cookie'])).toMatch(/HttpOnly; SameSite=Lax/)
  const [cookie, link] = [cookieOf(signedUp), await verificationToken()]
  const first = await verify(link, { cookie })
  expect((await askWith(app, first.json().token)).json().email).toBe(email)
  expect(String(first.headers['set-cookie'])).toContain('Max-Age=0')
  const again = await verify(link, { cookie })
  expect([again.statusCode, again.json().token]).toEqual([200, null])
})

test('a link that is sent again does so too', async () => {
  const { email, cookie } = await begin()
  await emptyTables(app.ctx, 'outgoing_mails')
  await resend(email)
  const answer = await verify(await verificationToken(), { cookie })
  expect((await askWith(app, answer.json().token)).statusCode).toBe(200)
})

test('every other browser confirms the address and has to log in', async () => {
  const stranger = cookieOf(await signUp(newEmail()))
  const values = ['', stranger, 'sign-up=', `${stranger}x`, `x${stranger}`, 'sign-up-2=x']
  for (const cookie of values) {
    await emptyTables(app.ctx, 'outgoing_mails')
    const { email, link } = await begin()
    const answer = await verify(link, cookie ? { cookie } : {})
    expect([cookie, answer.statusCode, answer.json().token]).toEqual([cookie, 200, null])
    expect(answer.headers['set-cookie']).toBeUndefined()
    expect((await signIn(email)).statusCode).toBe(200)
  }
})

test('the browser of a second sign-up with another password is not signed in by the first link', async () => {
  const { email, link } = await begin()
  const cookie = cookieOf(await signUp(email, { password: 'Another-horse-8!' }))
  const answer = await verify(link, { cookie })
  expect(answer.json().token ?? null).toBeNull()
})

test('a link that a scanner read before the user opened it signs no one in', async () => {
  const { cookie, link } = await begin()
  await verify(link)
  expect((await verify(link, { cookie })).json().token).toBeNull()
})

test('a locked account is confirmed and stays out', async () => {
  const { email, cookie, link } = await begin()
  await app.ctx.db
    .updateTable('users')
    .set({ locked_at: app.ctx.clock.now() })
    .where('email', '=', email)
    .execute()
  const answer = await verify(link, { cookie })
  expect([answer.statusCode, answer.json().token]).toEqual([200, null])
  expect((await findUser(email))?.email_verified_at).not.toBeNull()
})
