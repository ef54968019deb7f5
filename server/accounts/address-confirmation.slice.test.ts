import { beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '#contracts/dates.ts'
import type { UserId } from '#contracts/ids.ts'
import { changeUser, emptyTables, insertUser } from '#testing/factories.ts'
import type { ReadMail } from '#testing/read-mails.ts'
import { createSignUpCalls, kinds } from '#testing/sign-up-calls.ts'
import { askWith, codeOf, inTurn, post, visibleIn } from '#testing/test-app.ts'
import { createToken } from './account-tokens.ts'
import { limits } from '#server/accounts/limits.ts'
import { useTestApp } from '#testing/shared-app.ts'

const INVALID = [400, 'verification_link_invalid']

const app = useTestApp(() => ({ config: { TRUST_PROXY: ['127.0.0.1'] } }))
beforeEach(async () => {
  app.ctx.clock.set('2026-03-10T12:00:00.000Z')
  await emptyTables(app.ctx, 'request_limits', 'outgoing_mails')
})

const { newEmail, signUp, signIn, resend, verify, mails, verificationToken, findUser } =
  createSignUpCalls(() => app)

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
      expect(first.json()).toEqual({
        message: expect.any(String),
        purpose: 'sign_up',
        token: null,
        pendingDates,
      })
      expect([second.statusCode, second.body]).toEqual([first.statusCode, first.body])
      const events = () =>
        app.ctx.db
          .selectFrom('audit_events')
          .select('kind')
          .where('kind', '=', 'account.verified')
          .execute()
      const confirmed = await events()
      app.ctx.clock.advance(2 * DAY_MS)
      expect((await verify(token)).statusCode).toBe(200)
      expect(await events()).toEqual(confirmed)
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
      app.ctx.clock.advance(ms)
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
      expect((await askWith(app, session)).json().email).toBe(bert)
      expect((await findUser(anna))?.email_verified_at).not.toBeNull()
    },
  )

  test('a sign-up repeated with the same password leaves every link valid', async () => {
    const email = newEmail()
    await signUp(email)
    const first = await verificationToken()
    await resend(email)
    await signUp(email, { name: 'Grace Hopper' })
    const [again, second] = await mails()
    for (const token of [first, again?.token, second?.token])
      expect((await verify(token ?? '')).statusCode).toBe(200)
    expect((await signIn(email)).statusCode).toBe(200)
    expect(await findUser(email)).toMatchObject({ first_name: 'Ada', last_name: 'King Byron' })
  })

  test(
    'session and reset tokens do not work as confirmation links, nor a mail token as a session',
    { tags: ['check-11', 'check-16', 'check-98'] },
    async () => {
      const { userId, email } = await insertUser(app.ctx)
      const { token: session } = await app.openSession(userId)
      const reset = await createToken(app.ctx, { userId, purpose: 'reset_password', email })
      for (const token of [session, reset, `${reset.slice(0, -1)}_`, 'sdm_', 'null'])
        expect(codeOf(await verify(token))).toEqual(INVALID)
      expect(codeOf(await askWith(app, reset))).toEqual([401, 'authentication_required'])
    },
  )
})

describe('an address that several people sign up with', () => {
  const STRANGERS = 'Stranger-horse-8!'
  const OWNERS = 'Owners-horse-99!'
  const reset = (token: string) => {
    const payload = { token, newPassword: OWNERS, confirmPassword: OWNERS }
    return post(app.anonymous, '/api/auth/reset-password', payload)
  }
  const pathOf = (mail: ReadMail | undefined) => mail?.link && new URL(mail.link).pathname

  test('is confirmed by no link: the mail lets the owner of the mailbox choose the password', async () => {
    const email = newEmail()
    await signUp(email, { password: STRANGERS })
    const strangers = await verificationToken()
    await signUp(email, { name: 'Grace Hopper' })
    const [letter, ...others] = await mails()
    expect([pathOf(letter), letter?.recipient, others]).toEqual(['/reset-password', email, []])
    expect(codeOf(await verify(strangers))).toEqual(INVALID)
    for (const password of [STRANGERS, undefined])
      expect(codeOf(await signIn(email, password))).toEqual([401, 'invalid_credentials'])
    expect((await reset(letter?.token ?? '')).statusCode).toBe(200)
    expect((await verify(strangers)).statusCode).toBe(200)
    expect(codeOf(await signIn(email, STRANGERS))).toEqual([401, 'invalid_credentials'])
    expect((await signIn(email, OWNERS)).statusCode).toBe(200)
    expect(await findUser(email)).toMatchObject({ first_name: 'Grace', last_name: 'Hopper' })
  })

  test('gets no mail with a link that was still in the queue', async () => {
    const email = newEmail()
    await signUp(email)
    await resend(email)
    await signUp(email, { password: STRANGERS })
    const sent = await mails()
    expect(sent.map(pathOf)).toEqual(['/reset-password'])
    expect((await reset(sent[0]?.token ?? '')).statusCode).toBe(200)
  })

  test('gets that mail again when the link is requested again, even after a later sign-up', async () => {
    const email = newEmail()
    for (const password of [STRANGERS, OWNERS, STRANGERS]) await signUp(email, { password })
    await mails()
    await resend(email)
    const [letter, ...others] = await mails()
    expect([pathOf(letter), others]).toEqual(['/reset-password', []])
    expect((await reset(letter?.token ?? '')).statusCode).toBe(200)
  })

  test('gets it once even when a stranger has used up the sign-ups of the address', async () => {
    const email = newEmail()
    const limit = limits.signUpAddress.points
    const answers = await inTurn(limit + 2, () => signUp(email, { password: STRANGERS }))
    const strangers = await mails()
    expect(strangers.map(pathOf)).toEqual(Array(limit).fill('/email-verification'))
    answers.push(...(await inTurn(2, () => signUp(email))))
    expect(new Set(answers.map((answer) => JSON.stringify(visibleIn(answer)))).size).toBe(1)
    const [letter, ...others] = await mails()
    expect([pathOf(letter), others]).toEqual(['/reset-password', []])
    for (const { token } of strangers) expect(codeOf(await verify(token ?? ''))).toEqual(INVALID)
    expect((await reset(letter?.token ?? '')).statusCode).toBe(200)
  })
})

describe('a new address', () => {
  const enter = async (userId: UserId, email: string): Promise<string> => {
    await changeUser(app.ctx.db, userId, { pending_email: email })
    return createToken(app.ctx, { userId, purpose: 'email_change', email })
  }

  test('confirming it switches the account, notifies the old address and voids its reset links', async () => {
    const { userId, email: old } = await insertUser(app.ctx)
    const wanted = newEmail()
    const reset = await createToken(app.ctx, { userId, purpose: 'reset_password', email: old })
    const token = await enter(userId, wanted)
    const [first, second] = [await verify(token), await verify(token)]
    expect(first.json()).toMatchObject({ purpose: 'email_change', pendingDates: null })
    expect(second.body).toBe(first.body)
    expect(kinds(await mails())).toEqual([`email_change_notice to ${old}`])
    expect([(await findUser(wanted))?.id, await findUser(old)]).toEqual([userId, undefined])
    const check = await app.anonymous(`/api/auth/validate-reset-token?token=${reset}`)
    expect(codeOf(check)).toEqual([400, 'reset_link_invalid'])
  })

  test(
    'its link is refused after a later change, or when another account holds the address',
    { tags: ['check-11'] },
    async () => {
      const { userId } = await insertUser(app.ctx)
      const outdated = await enter(userId, newEmail())
      await changeUser(app.ctx.db, userId, { pending_email: newEmail() })
      expect(codeOf(await verify(outdated))).toEqual(INVALID)
      const { email: taken } = await insertUser(app.ctx)
      expect(codeOf(await verify(await enter(userId, taken)))).toEqual(INVALID)
    },
  )

  test('an unconfirmed sign-up does not block the address for its owner', async () => {
    const { userId } = await insertUser(app.ctx)
    const wanted = newEmail()
    await signUp(wanted)
    const squatters = await verificationToken()
    expect((await verify(await enter(userId, wanted))).statusCode).toBe(200)
    expect((await findUser(wanted))?.id).toBe(userId)
    expect(codeOf(await verify(squatters))).toEqual(INVALID)
  })
})
