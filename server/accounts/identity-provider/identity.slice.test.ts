import { beforeEach, describe, expect, test } from 'vitest'
import { createToken, readToken } from '#server/accounts/account-tokens.ts'
import { emptyTables, insertUser, TEST_PASSWORD } from '#testing/factories.ts'
import { REFUSED, useIdentityApp } from '#testing/identity-app.ts'
import { readToken as readMailedToken } from '#testing/read-mails.ts'
import { askWith, codeOf, inTurn, post } from '#testing/test-app.ts'
import { TEST_CLIENT_ID } from '#testing/test-issuer.ts'
import { textsOf } from '#testing/texts.ts'
import { startIdentity } from './google-sign-in.ts'
import { readIdentity } from './identity.ts'

const { at, newNonce, hand, somebody, signIn, audit } = useIdentityApp()
beforeEach(() => emptyTables(at.app.ctx, 'request_limits', 'audit_events', 'outgoing_mails'))

const start = () => post(at.app.anonymous, '/api/auth/identity/start')
const me = async (token: string) => (await askWith(at.app, token)).json()

const auditKinds = async () => (await audit()).map(({ kind }) => kind).toSorted()
const waitingMails = async () =>
  (await at.app.ctx.db.selectFrom('outgoing_mails').select(['kind', 'recipient']).execute()).map(
    ({ kind, recipient }) => `${kind} ${recipient}`,
  )
describe('starting a sign-in', () => {
  test('each start sends the window to the provider with a fresh nonce and state', async () => {
    const [first, second] = [(await start()).json(), (await start()).json()]
    const url = new URL(first.authorizationUrl)
    expect(`${url.origin}${url.pathname}`).toBe(`${at.issuer.url}/authorize`)
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: TEST_CLIENT_ID,
      redirect_uri: 'https://storedawn.example/auth/callback',
      response_type: 'code',
      scope: 'openid email profile',
      prompt: 'select_account',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      nonce: expect.any(String),
      state: first.state,
    })
    expect(second.state).not.toBe(first.state)
    const other = new URL(second.authorizationUrl).searchParams
    for (const name of ['nonce', 'code_challenge'])
      expect(other.get(name)).not.toBe(url.searchParams.get(name))
  })

  test('without a provider, starting a sign-in and submitting a token both answer not_found', async () => {
    const without = {
      ...at.app.ctx,
      identityProvider: null,
      viewer: null,
      network: 'n',
      requestId: 'r',
    }
    const cookies = { startingWith: () => new Map(), set: () => undefined, clear: () => undefined }
    await expect(
      startIdentity(without, cookies, 'https://storedawn.example'),
    ).rejects.toMatchObject({
      code: 'not_found',
    })
    await expect(readIdentity(without, cookies, 'a.b.c')).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  test('the callback page runs only its own script, keeps its opener and sends no referrer', async () => {
    const answer = await at.app.anonymous({
      url: '/auth/callback',
      headers: { cookie: 'a=b; language=de', 'accept-language': 'fr' },
    })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'cross-origin-opener-policy': 'unsafe-none',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'content-language': 'de',
    })
    const [, nonce] =
      /'nonce-([^']+)'/.exec(String(answer.headers['content-security-policy'])) ?? []
    expect(answer.body).toContain(`<script nonce="${nonce}">`)
    expect(answer.body).toContain(textsOf('de').t('errors:identity_window_done'))
  })
})

describe('choosing the account', () => {
  test(
    'a new user gets a confirmed account without a password, and a fresh session',
    { tags: ['product.idp-sign-up', 'calls.google-signin', 'calls.google-signin-token'] },
    async () => {
      const { sub, email } = somebody()
      const names = { given_name: 'Grace', family_name: 'Hopper' }
      const idToken = await at.issuer.sign({ nonce: await newNonce(), sub, email, ...names })
      const answer = await hand(idToken, { rememberMe: true })
      expect([answer.statusCode, Object.keys(answer.json())]).toEqual([200, ['token']])
      expect(await me(answer.json().token)).toMatchObject({
        email,
        role: 'GUEST',
        firstName: 'Grace',
        lastName: 'Hopper',
        hasPassword: false,
      })
      const session = await at.app.ctx.db
        .selectFrom('sessions')
        .innerJoin('users', 'users.id', 'user_id')
        .select(['proven_at', 'remember_me', 'email_verified_at'])
        .where('email', '=', email)
        .executeTakeFirstOrThrow()
      const now = at.app.ctx.now()
      expect(session).toEqual({ proven_at: now, remember_me: true, email_verified_at: now })
      expect(await auditKinds()).toEqual(['account.created', 'signin.succeeded'])
      expect(await waitingMails()).toEqual([])
    },
  )

  test('while sign-up is closed, existing accounts can sign in and no account is created', async () => {
    const { ctx } = at.app
    const [known, linked, stranger] = [somebody(), somebody(), somebody()]
    await signIn(known)
    await insertUser(ctx, { email: linked.email })
    const row = { name: 'sign_up', is_on: false, changed_at: ctx.now() }
    await ctx.db.insertInto('feature_switches').values(row).execute()
    ctx.features.forget()
    for (const person of [known, linked]) expect((await signIn(person)).statusCode).toBe(200)
    expect((await signIn(stranger)).json()).toMatchObject({ code: 'sign_up_closed' })
    await emptyTables(ctx, 'feature_switches')
    ctx.features.forget()
    expect((await signIn(stranger)).statusCode).toBe(200)
  })

  test(
    'an address changed at the provider changes nothing: the subject identifies the account',
    { tags: ['product.idp-sign-in', 'check-14'] },
    async () => {
      const { sub, email } = somebody()
      const first = await me((await signIn({ sub, email })).json().token)
      const second = await me((await signIn({ sub, email: `moved-${email}` })).json().token)
      expect([second.id, second.email]).toEqual([first.id, email])
    },
  )

  test('the identity joins the confirmed account of its address, which keeps its password, and mails the owner', async () => {
    const { sub, email } = somebody()
    const { userId } = await insertUser(at.app.ctx, { role: 'PRO_USER', email })
    const answer = await signIn({ sub, email: email.toUpperCase() })
    expect(await me(answer.json().token)).toMatchObject({
      id: userId,
      role: 'PRO_USER',
      hasPassword: true,
    })
    expect(await waitingMails()).toContain(`identity_linked ${email}`)
    expect(await auditKinds()).toEqual(['account.created', 'identity.linked', 'signin.succeeded'])
    await emptyTables(at.app.ctx, 'outgoing_mails')
    await signIn({ sub, email })
    expect(await waitingMails()).not.toContain(`identity_linked ${email}`)
  })

  test(
    'a stranger who signed up with the address keeps no access once its owner signs in',
    { tags: ['check-13'] },
    async () => {
      const { sub, email } = somebody()
      const { userId } = await insertUser(at.app.ctx, { email, verified: false })
      const intruder = await at.app.openSession(userId)
      const tokens = await Promise.all(
        (['sign_up', 'reset_password'] as const).map((purpose) =>
          createToken(at.app.ctx, { userId, purpose, email }),
        ),
      )
      const answer = await signIn({ sub, email, given_name: 'Victoria', family_name: 'Owner' })
      expect(await me(answer.json().token)).toMatchObject({
        id: userId,
        firstName: 'Victoria',
        hasPassword: false,
      })
      expect((await intruder.send('/api/auth/me')).json().code).toBe('session_expired')
      const password = { email, password: TEST_PASSWORD }
      const withPassword = await post(at.app.anonymous, '/api/auth/email-signin', password)
      expect(codeOf(withPassword)).toEqual([401, 'invalid_credentials'])
      const readings = tokens.map(
        async (token) => (await readToken(at.app.ctx, token, ['sign_up', 'reset_password'])).kind,
      )
      expect(await Promise.all(readings)).toEqual(['used', 'invalid'])
    },
  )

  test(
    'no password of an address that several people signed up with stays once its owner signs in',
    { tags: ['check-13'] },
    async () => {
      const { sub, email } = somebody()
      const send = (path: string, payload: object) =>
        post(at.app.anonymous, `/api/auth/${path}`, { email, ...payload })
      const passwords = [`${TEST_PASSWORD}!`, 'Stranger-horse-8!']
      await send('email-signup', { name: 'Eve', password: passwords[0] })
      const strangers = await readMailedToken(at.app.ctx, 'verify_sign_up')
      await send('email-signup', { name: 'Victoria', password: passwords[1] })
      const open = () => at.app.anonymous(`/api/auth/verify-email?token=${strangers}`)
      expect((await open()).statusCode).toBe(400)
      const answer = await signIn({ sub, email })
      expect(await me(answer.json().token)).toMatchObject({ hasPassword: false })
      await open()
      for (const password of passwords)
        expect(codeOf(await send('email-signin', { password }))).toEqual([
          401,
          'invalid_credentials',
        ])
    },
  )

  test('a different subject with the same address is refused', { tags: ['check-14'] }, async () => {
    const { sub, email } = somebody()
    await signIn({ sub, email })
    expect(codeOf(await signIn({ sub: 'somebody-else', email }))).toEqual(REFUSED)
    expect(await audit()).toContainEqual({ kind: 'identity.refused', reason: 'other_subject' })
  })

  test('an account scheduled for deletion stays closed, by subject and by address', async () => {
    const [linked, unlinked] = [somebody(), somebody()]
    await signIn(linked)
    await insertUser(at.app.ctx, { email: unlinked.email })
    await at.app.ctx.db
      .updateTable('users')
      .set({ deletion_requested_at: at.app.ctx.now() })
      .where('email', 'in', [linked.email, unlinked.email])
      .execute()
    for (const person of [linked, unlinked])
      expect(codeOf(await signIn(person))).toEqual([403, 'deletion_requested'])
  })

  test('parallel first sign-ins of one person create one account', async () => {
    const { sub, email } = somebody()
    const tokens = await inTurn(6, async () =>
      at.issuer.sign({ nonce: await newNonce(), sub, email }),
    )
    const answers = await Promise.all(tokens.map((token) => hand(token)))
    const ids = await Promise.all(answers.map(async (answer) => (await me(answer.json().token)).id))
    expect(new Set(ids).size).toBe(1)
    expect(ids[0]).toEqual(expect.any(String))
  })
})
