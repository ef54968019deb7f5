import { beforeEach, describe, expect, test } from 'vitest'
import { MINUTE_MS } from '#contracts/dates.ts'
import {
  changePassword,
  createAccountCalls,
  NEW_PASSWORD,
  prove,
  putProfile,
} from '#testing/account-calls.ts'
import { changeUser, emptyTables, TEST_PASSWORD } from '#testing/factories.ts'
import { readMails, readToken } from '#testing/read-mails.ts'
import { useTestApp } from '#testing/shared-app.ts'
import {
  askWith,
  codeOf,
  inTurn,
  post,
  refusal,
  statusesOf,
  type TestAccount,
} from '#testing/test-app.ts'

const app = useTestApp()
const { openLink, signInWith, userRow } = createAccountCalls(() => app)
beforeEach(() => emptyTables(app.ctx, 'request_limits', 'outgoing_mails'))

const profileOf = ({ send }: TestAccount) => send('/api/users/profile')

describe('the profile', () => {
  test(
    'shows the account, and a new name at once',
    {
      tags: ['profile.fields', 'profile.update-payload', 'calls.profile-get', 'calls.profile-put'],
    },
    async () => {
      const own = await app.newAccount()
      const shown = await profileOf(own)
      expect(shown.headers['cache-control']).toBe('no-store')
      const profile = {
        firstName: 'Ada',
        lastName: 'Byron',
        email: own.email,
        pictureUrl: null,
        pendingEmail: null,
        hasPassword: true,
      }
      expect(shown.json()).toEqual(profile)
      const answer = await putProfile(own, { firstName: ' Augusta ', lastName: 'King' })
      const changed = { ...profile, firstName: 'Augusta', lastName: 'King' }
      expect([answer.statusCode, answer.json()]).toEqual([200, changed])
      expect((await own.send('/api/auth/me')).json().name).toBe('Augusta King')
      await putProfile(own, { firstName: 'Augusta', lastName: 'King' })
      expect(await app.auditKinds(own.userId)).toEqual(['profile.changed'])
    },
  )

  test.each([
    ['a blank name', { firstName: '  ' }, 'invalid_request', 'firstName'],
    ['a name beyond 60 characters', { lastName: 'x'.repeat(61) }, 'invalid_request', 'lastName'],
    ['two addresses', { email: 'a@example.test,b@example.test' }, 'invalid_email', 'email'],
    [
      'a line end in the address',
      { email: 'a@example.test\r\nBcc: b@c.test' },
      'invalid_email',
      'email',
    ],
  ])(
    '%s is refused, and nothing changes',
    { tags: ['profile.update-payload', 'calls.profile-put'] },
    async (_what, payload, code, field) => {
      const own = await app.newAccount()
      const before = await userRow(own)
      expect(refusal(await putProfile(own, { firstName: 'New', ...payload }))).toEqual([
        400,
        code,
        field,
      ])
      expect(await userRow(own)).toEqual(before)
    },
  )

  test('fields that a user may not set change nothing', { tags: ['check-26'] }, async () => {
    const own = await app.newAccount()
    const before = await userRow(own)
    const answer = await putProfile(own, {
      role: 'PLUS_USER',
      isGuest: false,
      plan: 'plus',
      emailVerified: false,
      email_verified_at: null,
      id: '00000000-0000-4000-8000-000000000000',
      userId: '00000000-0000-4000-8000-000000000000',
      pictureUrl: 'https://evil.test/x.png',
      password_hash: 'x',
      constructor: { prototype: { isAdmin: true } },
    })
    expect(answer.statusCode).toBeLessThan(500)
    const raw = `{"firstName":"Ada","lastName":"Byron","email":"${own.email}","__proto__":{"isAdmin":true}}`
    const polluted = await own.send({
      method: 'PUT',
      url: '/api/users/profile',
      headers: { 'content-type': 'application/json' },
      payload: raw,
    })
    expect(polluted.statusCode).toBe(400)
    expect(await userRow(own)).toEqual(before)
    expect('isAdmin' in {}).toBe(false)
  })
})

describe('a new address', () => {
  test(
    'requires a proof; without one nothing changes and no mail is sent',
    { tags: ['check-12'] },
    async () => {
      const own = await app.newAccount()
      const before = await userRow(own)
      const payload = { firstName: 'Eve', email: 'eve@example.test' }
      expect(codeOf(await putProfile(own, payload))).toEqual([403, 'fresh_sign_in_required'])
      const wrong = await putProfile(own, { ...payload, currentPassword: 'Wrong-horse-7' })
      expect(refusal(wrong)).toEqual([400, 'wrong_password', 'currentPassword'])
      expect(await userRow(own)).toEqual(before)
      expect(await readMails(app.ctx)).toEqual([])
    },
  )

  test(
    'waits for confirmation by mail, notifies the old address, and then is the one to sign in with',
    { tags: ['check-12'] },
    async () => {
      const own = await app.newAccount()
      const wanted = 'New.Ada@example.test'
      const request = { email: ` ${wanted} `, currentPassword: TEST_PASSWORD }
      const answer = await putProfile(own, request)
      expect(answer.json()).toMatchObject({ email: own.email, pendingEmail: wanted })
      const mails = await readMails(app.ctx)
      expect(mails.map(({ kind, recipient }) => [kind, recipient])).toEqual([
        ['confirm_email_change', wanted],
        ['email_change_notice', own.email],
      ])
      expect((await signInWith('new.ada@example.test', TEST_PASSWORD)).statusCode).toBe(401)
      expect((await openLink(mails[0]?.token)).statusCode).toBe(200)
      expect((await signInWith('new.ada@example.test', TEST_PASSWORD)).statusCode).toBe(200)
      expect((await signInWith(own.email, TEST_PASSWORD)).statusCode).toBe(401)
      expect((await profileOf(own)).json()).toMatchObject({ email: wanted, pendingEmail: null })
    },
  )
})

describe('the password', () => {
  test(
    'changes, ends other sessions and keeps this one under a new token',
    { tags: ['password-change.payload', 'calls.password-put', 'check-18'] },
    async () => {
      const own = await app.newAccount()
      const other = await app.openSession(own.userId)
      const before = (await own.send('/api/auth/sessions')).json().sessions[0]
      app.ctx.clock.advance(MINUTE_MS)
      await post(app.anonymous, '/api/auth/forgot-password', { email: own.email })
      const reset = await readToken(app.ctx, 'reset_password')
      const answer = await changePassword(own)
      expect(answer.json()).toEqual({
        message: 'Your password was changed. All other devices are logged out.',
        token: expect.any(String),
      })
      expect((await own.send('/api/auth/me')).statusCode).toBe(401)
      expect((await other.send('/api/auth/me')).statusCode).toBe(401)
      const { sessions } = (await askWith(app, answer.json().token, '/api/auth/sessions')).json()
      expect(sessions).toHaveLength(1)
      const { id: _id, lastUsedAt: _at, expiresAt: _end, ...same } = before
      expect(sessions[0]).toMatchObject(same)
      expect((await signInWith(own.email, TEST_PASSWORD)).statusCode).toBe(401)
      expect((await signInWith(own.email, NEW_PASSWORD)).statusCode).toBe(200)
      const link = await app.anonymous({
        url: '/api/auth/validate-reset-token',
        query: { token: reset },
      })
      expect(codeOf(link)).toEqual([400, 'reset_link_invalid'])
      const mails = await readMails(app.ctx)
      expect(
        mails.filter(({ kind }) => kind === 'password_changed').map(({ recipient }) => recipient),
      ).toEqual([own.email])
      expect(await app.auditKinds(own.userId)).toContain('password.changed')
    },
  )

  test.each([
    [
      'another confirmation',
      { confirmPassword: `${NEW_PASSWORD}x` },
      'passwords_differ',
      'confirmPassword',
    ],
    [
      'too weak',
      { newPassword: 'Abc1!', confirmPassword: 'Abc1!' },
      'weak_password',
      'newPassword',
    ],
    [
      'a wrong current one',
      { currentPassword: 'Wrong-horse-7' },
      'wrong_password',
      'currentPassword',
    ],
    ['no current one', { currentPassword: '' }, 'wrong_password', 'currentPassword'],
  ])(
    '%s is refused, and password and sessions stay unchanged',
    { tags: ['password-change.payload', 'calls.password-put'] },
    async (_what, payload, code, field) => {
      const own = await app.newAccount()
      await prove(own)
      const before = await userRow(own)
      expect(refusal(await changePassword(own, payload))).toEqual([400, code, field])
      expect(await userRow(own)).toEqual(before)
      expect((await own.send('/api/auth/me')).statusCode).toBe(200)
      expect(await readMails(app.ctx)).toEqual([])
    },
  )

  test('must differ from the current one', async () => {
    const own = await app.newAccount()
    expect((await changePassword(own)).statusCode).toBe(200)
    const later = { ...own, ...(await app.openSession(own.userId)) }
    const answer = await changePassword(later, { currentPassword: NEW_PASSWORD })
    expect(refusal(answer)).toEqual([400, 'same_password', 'newPassword'])
  })

  test('takes only one of two parallel changes', async () => {
    const own = await app.newAccount()
    const again = { newPassword: 'Other-Staple-9!', confirmPassword: 'Other-Staple-9!' }
    const answers = await Promise.all([changePassword(own), changePassword(own, again)])
    const codes = statusesOf(answers)
    expect(codes[0]).toBe(200)
    expect(codes[1]).toBeGreaterThanOrEqual(400)
    expect(codes[1]).toBeLessThan(500)
    const living = await app.ctx.db
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', own.userId)
      .where('revoked_at', 'is', null)
      .execute()
    expect(living).toHaveLength(1)
  })

  test('can be set by an account without one after a fresh proof', async () => {
    const own = await app.newAccount()
    await changeUser(app.ctx.db, own.userId, { password_hash: null })
    const first = { currentPassword: '' }
    expect(codeOf(await changePassword(own, first))).toEqual([403, 'fresh_sign_in_required'])
    await app.ctx.db
      .updateTable('sessions')
      .set({ proven_at: app.ctx.now() })
      .where('user_id', '=', own.userId)
      .execute()
    expect((await changePassword(own, first)).statusCode).toBe(200)
    expect((await signInWith(own.email, NEW_PASSWORD)).statusCode).toBe(200)
  })
})

describe('the preferences', () => {
  test(
    'start with mails off and keep the choice',
    { tags: ['preferences.email-updates', 'preferences.email-updates-default'] },
    async () => {
      const own = await app.newAccount()
      const url = '/api/users/preferences'
      expect((await own.send(url)).json()).toEqual({ emailUpdates: false })
      const put = (emailUpdates: unknown) =>
        own.send({ method: 'PUT', url, payload: { emailUpdates } })
      for (const answer of [...(await inTurn(2, () => put(true))), await own.send(url)])
        expect([answer.statusCode, answer.json()]).toEqual([200, { emailUpdates: true }])
      const refused = await put('yes')
      expect(refusal(refused)).toEqual([400, 'invalid_request', 'emailUpdates'])
      expect(await app.auditKinds(own.userId)).toEqual(['preferences.changed'])
    },
  )
})
