import { createSecretKey } from 'node:crypto'
import { exportSPKI, importJWK, SignJWT, UnsecuredJWT, type CryptoKey } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createToken, readToken } from '#server/accounts/account-tokens.ts'
import { insertUser, TEST_PASSWORD } from '#testing/factories.ts'
import { createFakeClock } from '#testing/fake-clock.ts'
import { type Answer, startTestApp, type TestApp } from '#testing/test-app.ts'
import { newKey, startTestIssuer, TEST_CLIENT_ID, type TestIssuer } from '#testing/test-issuer.ts'
import { textsOf } from '#testing/texts.ts'
import { startIdentity } from './google-sign-in.ts'
import { readIdentity } from './identity.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

let world: TestApp
let issuer: TestIssuer
beforeAll(async () => {
  issuer = await startTestIssuer({ now: () => (world ? world.ctx.now() : createFakeClock().now()) })
  world = await startTestApp({ config: { ...issuer.config, PUBLIC_ORIGIN: 'https://storedawn.example' } })
})
afterAll(async () => {
  await world[Symbol.asyncDispose]()
  await issuer[Symbol.asyncDispose]()
})
beforeEach(async () => {
  for (const table of ['request_limits', 'audit_events', 'outgoing_mails'])
    await sql`delete from ${sql.table(table)}`.execute(world.ctx.db)
})

const start = () => world.anonymous({ method: 'POST', url: '/api/auth/identity/start' })
const newNonce = async () => new URL((await start()).json().authorizationUrl).searchParams.get('nonce') ?? ''

const hand = (idToken: string, extra: object = {}): Promise<Answer> =>
  world.anonymous({ method: 'POST', url: '/api/auth/google-signin', payload: { idToken, ...extra } })

let people = 0
/** A user whom the provider has and we do not know yet. */
const somebody = () => {
  people += 1
  return { sub: `10000000000000000000${people}`, email: `person-${people}@mail.test` }
}
const signIn = async (claims: object) => hand(await issuer.sign({ nonce: await newNonce(), ...claims }))

const me = async (token: string) =>
  (await world.anonymous({ url: '/api/auth/me', headers: { authorization: `Bearer ${token}` } })).json()

const audit = async () =>
  (await world.ctx.db.selectFrom('audit_events').select(['kind', 'detail']).orderBy('at').execute()).map(
    ({ kind, detail }) => ({ kind, reason: Object(detail).reason as unknown }),
  )
const auditKinds = async () => (await audit()).map(({ kind }) => kind).toSorted()
const waitingMails = async () =>
  (await world.ctx.db.selectFrom('outgoing_mails').select(['kind', 'recipient']).execute()).map(
    ({ kind, recipient }) => `${kind} ${recipient}`,
  )
const refusal = (answer: Answer) => [answer.statusCode, answer.json().code]
const REFUSED = [401, 'identity_refused']

describe('starting a sign-in', () => {
  test('each start sends the window to the provider with a fresh nonce and state', async () => {
    const [first, second] = [(await start()).json(), (await start()).json()]
    const url = new URL(first.authorizationUrl)
    expect(`${url.origin}${url.pathname}`).toBe(`${issuer.url}/authorize`)
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: TEST_CLIENT_ID,
      redirect_uri: 'https://storedawn.example/auth/callback',
      response_type: 'id_token',
      scope: 'openid email profile',
      prompt: 'select_account',
      nonce: expect.any(String),
      state: first.state,
    })
    expect(second.state).not.toBe(first.state)
    expect(new URL(second.authorizationUrl).searchParams.get('nonce')).not.toBe(url.searchParams.get('nonce'))
  })

  test('without a provider, starting a sign-in and handing in a token answer not_found', async () => {
    const without = { ...world.ctx, identityProvider: null, viewer: null, network: 'n', requestId: 'r' }
    await expect(startIdentity(without, 'https://storedawn.example')).rejects.toMatchObject({
      code: 'not_found',
    })
    await expect(readIdentity(without, 'a.b.c')).rejects.toMatchObject({ code: 'not_found' })
  })

  test('the callback page runs only its own script, keeps its opener and sends no referrer', async () => {
    const answer = await world.anonymous({
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
    const [, nonce] = /'nonce-([^']+)'/.exec(String(answer.headers['content-security-policy'])) ?? []
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
      const nonce = await newNonce()
      const idToken = await issuer.sign({ nonce, sub, email, given_name: 'Grace', family_name: 'Hopper' })
      const answer = await hand(idToken, { rememberMe: true })
      expect([answer.statusCode, Object.keys(answer.json())]).toEqual([200, ['token']])
      expect(await me(answer.json().token)).toMatchObject({
        email,
        role: 'GUEST',
        firstName: 'Grace',
        lastName: 'Hopper',
        hasPassword: false,
      })
      const session = await world.ctx.db
        .selectFrom('sessions')
        .innerJoin('users', 'users.id', 'user_id')
        .select(['proven_at', 'remember_me', 'email_verified_at'])
        .where('email', '=', email)
        .executeTakeFirstOrThrow()
      const now = world.ctx.now()
      expect(session).toEqual({ proven_at: now, remember_me: true, email_verified_at: now })
      expect(await auditKinds()).toEqual(['account.created', 'signin.succeeded'])
      expect(await waitingMails()).toEqual([])
    },
  )

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
    const { userId } = await insertUser(world.ctx, { role: 'PRO_USER', email })
    const answer = await signIn({ sub, email: email.toUpperCase() })
    expect(await me(answer.json().token)).toMatchObject({ id: userId, role: 'PRO_USER', hasPassword: true })
    expect(await waitingMails()).toContain(`identity_linked ${email}`)
    expect(await auditKinds()).toEqual(['account.created', 'identity.linked', 'signin.succeeded'])
    await sql`delete from outgoing_mails`.execute(world.ctx.db)
    await signIn({ sub, email })
    expect(await waitingMails()).not.toContain(`identity_linked ${email}`)
  })

  test(
    'a stranger who signed up with the address keeps no access once its owner signs in',
    { tags: ['check-13'] },
    async () => {
      const { sub, email } = somebody()
      const { userId } = await insertUser(world.ctx, { role: 'GUEST', email, verified: false })
      const intruder = await world.openSession(userId)
      const tokens = await Promise.all(
        (['sign_up', 'reset_password'] as const).map((purpose) =>
          createToken(world.ctx, { userId, purpose, email }),
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
      const withPassword = await world.anonymous({
        method: 'POST',
        url: '/api/auth/email-signin',
        payload: password,
      })
      expect(refusal(withPassword)).toEqual([401, 'invalid_credentials'])
      const readings = tokens.map(
        async (token) => (await readToken(world.ctx, token, ['sign_up', 'reset_password'])).kind,
      )
      expect(await Promise.all(readings)).toEqual(['used', 'invalid'])
    },
  )

  test('a different subject with the same address is refused', { tags: ['check-14'] }, async () => {
    const { sub, email } = somebody()
    await signIn({ sub, email })
    expect(refusal(await signIn({ sub: 'somebody-else', email }))).toEqual(REFUSED)
    expect(await audit()).toContainEqual({ kind: 'identity.refused', reason: 'other_subject' })
  })

  test('an account scheduled for deletion stays closed, by subject and by address', async () => {
    const [linked, unlinked] = [somebody(), somebody()]
    await signIn(linked)
    await insertUser(world.ctx, { role: 'GUEST', email: unlinked.email })
    await world.ctx.db
      .updateTable('users')
      .set({ deletion_requested_at: world.ctx.now() })
      .where('email', 'in', [linked.email, unlinked.email])
      .execute()
    for (const person of [linked, unlinked])
      expect(refusal(await signIn(person))).toEqual([403, 'deletion_requested'])
  })

  test('parallel first sign-ins of one person create one account', async () => {
    const { sub, email } = somebody()
    const tokens: string[] = []
    for (let round = 0; round < 6; round += 1)
      tokens.push(await issuer.sign({ nonce: await newNonce(), sub, email }))
    const answers = await Promise.all(tokens.map((token) => hand(token)))
    const ids = await Promise.all(answers.map(async (answer) => (await me(answer.json().token)).id))
    expect(new Set(ids).size).toBe(1)
    expect(ids[0]).toEqual(expect.any(String))
  })
})

describe('refused ID tokens', () => {
  const seconds = (ms = 0) => Math.floor((world.ctx.now().getTime() + ms) / 1000)
  const payload = async () => ({ ...somebody(), nonce: await newNonce(), email_verified: true })
  const publicPem = async () =>
    exportSPKI((await importJWK(issuer.key.publicJwk, 'RS256', { extractable: true })) as CryptoKey)

  test.each<[string, string, () => Promise<string>]>([
    [
      'another audience',
      'claim_aud',
      async () => issuer.sign({ ...(await payload()), aud: 'another-client' }),
    ],
    [
      'a second audience',
      'claims',
      async () => issuer.sign({ ...(await payload()), aud: [TEST_CLIENT_ID, 'x'] }),
    ],
    [
      'another party',
      'other_party',
      async () => issuer.sign({ ...(await payload()), azp: 'another-client' }),
    ],
    [
      'another issuer',
      'claim_iss',
      async () => issuer.sign({ ...(await payload()), iss: 'https://evil.example' }),
    ],
    ['no issuer', 'claim_iss', async () => issuer.sign({ ...(await payload()), iss: undefined })],
    [
      'ten minutes too late',
      'expired',
      async () => issuer.sign({ ...(await payload()), exp: seconds(-10 * MINUTE_MS) }),
    ],
    ['no end', 'claim_exp', async () => issuer.sign({ ...(await payload()), exp: undefined })],
    [
      'ten minutes too early',
      'claim_nbf',
      async () => issuer.sign({ ...(await payload()), nbf: seconds(10 * MINUTE_MS) }),
    ],
    ['no subject', 'claim_sub', async () => issuer.sign({ ...(await payload()), sub: undefined })],
    ['a subject that is no text', 'claims', async () => issuer.sign({ ...(await payload()), sub: 7 })],
    [
      'an unconfirmed address',
      'email_unverified',
      async () => issuer.sign({ ...(await payload()), email_verified: false }),
    ],
    [
      'an address confirmed by a word',
      'claims',
      async () => issuer.sign({ ...(await payload()), email_verified: 'true' }),
    ],
    [
      'nothing about the address',
      'claims',
      async () => issuer.sign({ ...(await payload()), email_verified: undefined }),
    ],
    ['no address', 'claims', async () => issuer.sign({ ...(await payload()), email: undefined })],
    [
      'two addresses',
      'email_malformed',
      async () => issuer.sign({ ...(await payload()), email: 'a@mail.test,b@mail.test' }),
    ],
    ['no nonce', 'claim_nonce', async () => issuer.sign({ ...(await payload()), nonce: undefined })],
    [
      'a nonce of somebody else',
      'nonce_foreign',
      async () => issuer.sign({ ...(await payload()), nonce: 'n-0S6_WzA2Mj' }),
    ],
    [
      'a nonce whose end was moved',
      'nonce_foreign',
      async () => {
        const [, ...rest] = (await newNonce()).split('.')
        return issuer.sign({ ...(await payload()), nonce: ['zzzzzzzz', ...rest].join('.') })
      },
    ],
    [
      'no algorithm',
      'malformed',
      async () =>
        new UnsecuredJWT({
          ...(await payload()),
          iss: issuer.url,
          aud: TEST_CLIENT_ID,
          exp: seconds(DAY_MS),
          iat: seconds(),
        }).encode(),
    ],
    [
      'the public key as a shared secret',
      'algorithm',
      async () =>
        new SignJWT({
          ...(await payload()),
          iss: issuer.url,
          aud: TEST_CLIENT_ID,
          exp: seconds(DAY_MS),
          iat: seconds(),
        })
          .setProtectedHeader({ alg: 'HS256', kid: issuer.key.kid })
          .sign(createSecretKey(Buffer.from(await publicPem()))),
    ],
    [
      'a key that the issuer does not have',
      'unknown_key',
      async () => issuer.sign(await payload(), { kid: 'nobodys' }),
    ],
    [
      "another key under the issuer's name",
      'signature',
      async () => issuer.sign(await payload(), {}, await newKey(issuer.key.kid)),
    ],
    ['a token of another kind', 'other_type', async () => issuer.sign(await payload(), { typ: 'at+jwt' })],
    [
      'an extension that must be understood',
      'malformed',
      async () => issuer.sign(await payload(), { crit: ['x'], x: 1 }).catch(() => 'a.b.c'),
    ],
    ['no token at all', 'malformed', async () => 'null'],
  ])('%s (%s)', { tags: ['check-14'] }, async (_what, reason, make) => {
    const accounts = () => world.ctx.db.selectFrom('users').select('id').execute()
    const before = await accounts()
    const token = await make()
    const answer = await hand(token)
    expect(refusal(answer)).toEqual(REFUSED)
    expect(await audit()).toEqual([{ kind: 'identity.refused', reason }])
    expect(await accounts()).toHaveLength(before.length)
    expect(JSON.stringify(world.ctx.testLog.entries)).not.toContain(token.length > 20 ? token : 'no token')
  })

  test('a clock up to a minute off is tolerated in both directions', { tags: ['check-21'] }, async () => {
    const late = await signIn({ ...somebody(), exp: seconds(-59_000) })
    const early = await signIn({ ...somebody(), nbf: seconds(59_000), iat: seconds(59_000) })
    expect([late.statusCode, early.statusCode]).toEqual([200, 200])
  })

  test('a nonce is valid for ten minutes', async () => {
    const [inTime, tooLate] = [await newNonce(), await newNonce()]
    world.ctx.clock.advance(10 * MINUTE_MS - 1)
    expect((await signIn({ ...somebody(), nonce: inTime })).statusCode).toBe(200)
    world.ctx.clock.advance(1)
    expect(refusal(await signIn({ ...somebody(), nonce: tooLate }))).toEqual(REFUSED)
  })

  test('only one of twenty parallel sign-ins with one token succeeds', { tags: ['check-14'] }, async () => {
    const token = await issuer.sign({ ...somebody(), nonce: await newNonce() })
    const codes = (await Promise.all(Array.from({ length: 20 }, () => hand(token)))).map(
      ({ statusCode }) => statusCode,
    )
    expect(codes.toSorted((a, b) => a - b)).toEqual([200, ...Array<number>(19).fill(401)])
    expect((await hand(token)).statusCode).toBe(401)
  })

  test('a network that keeps failing is rate-limited; valid tokens do not count', async () => {
    for (let round = 0; round < 5; round += 1) await signIn(somebody())
    const codes: number[] = []
    for (let round = 0; round < 31; round += 1) codes.push((await hand('a.b.c')).statusCode)
    expect(codes).toEqual([...Array<number>(30).fill(401), 429])
    expect((await signIn(somebody())).json()).toMatchObject({
      code: 'rate_limited',
      retryAfterSeconds: expect.any(Number),
    })
  })
})
