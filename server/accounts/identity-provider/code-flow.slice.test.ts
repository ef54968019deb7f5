import { beforeEach, describe, expect, test } from 'vitest'
import { MINUTE_MS } from '#contracts/dates.ts'
import { emptyTables } from '#testing/factories.ts'
import {
  beginSignIn,
  cookieIn,
  REFUSED,
  startIdentityApp,
  useIdentityApp,
} from '#testing/identity-app.ts'
import { codeOf, inTurn, post, startTestApp } from '#testing/test-app.ts'

const { at, begin, hand, somebody, audit } = useIdentityApp()
beforeEach(() => emptyTables(at.app.ctx, 'request_limits', 'audit_events'))

type Begun = Awaited<ReturnType<typeof begin>>

/** The last page of the window: what it passes on to the page that waits. */
async function returnWith(answer: Record<string, string>, cookie = '') {
  const page = await at.app.anonymous({
    url: `/auth/callback?${new URLSearchParams(answer)}`,
    headers: { cookie },
  })
  const [, data = ''] = /data-answer="([^"]*)"/.exec(page.body) ?? []
  return { page, passed: JSON.parse(data.replaceAll('&quot;', '"')) }
}

const signFor = ({ nonce }: Begun, person = somebody()) => at.issuer.sign({ nonce, ...person })
async function codeFor(begun: Begun): Promise<string> {
  return at.issuer.grant(await signFor(begun), begun.challenge)
}
/** As far as the sealed token in the page that waits. */
async function sealedFor(begun: Begun): Promise<string> {
  const code = await codeFor(begun)
  return (await returnWith({ code, state: begun.state }, begun.cookie)).passed.idToken
}

describe('the code flow', () => {
  test('the server exchanges the code with its verifier, and the browser signs in with a sealed token', async () => {
    const begun = await begin()
    const idToken = await signFor(begun)
    const code = at.issuer.grant(idToken, begun.challenge)
    const answer = { code, state: begun.state, iss: at.issuer.url }
    const { page, passed } = await returnWith(answer, begun.cookie)
    expect(page.body).not.toContain(idToken.split('.')[1])
    expect(passed).toEqual({ state: begun.state, idToken: expect.stringMatching(/^[\w-]+$/) })
    expect(at.issuer.exchanges.at(-1)).toEqual({
      form: {
        grant_type: 'authorization_code',
        code,
        client_id: at.issuer.config.GOOGLE_CLIENT_ID,
        redirect_uri: 'https://storedawn.example/auth/callback',
        code_verifier: expect.stringMatching(/^[\w-]{43}$/),
      },
      authorization: undefined,
    })
    const entered = await hand(passed.idToken, {}, begun.cookie)
    expect(entered.json()).toEqual({ token: expect.any(String) })
    expect(codeOf(await hand(passed.idToken, {}, begun.cookie))).toEqual(REFUSED)
    expect((await audit()).at(-1)).toEqual({ kind: 'identity.refused', reason: 'nonce_used' })
  })

  test('the cookie belongs to this host, is hidden from scripts, and ends with the sign-in', async () => {
    const started = await post(at.app.anonymous, '/api/auth/identity/start')
    const attributes = 'Path=/; Max-Age=600; HttpOnly; SameSite=Lax; Secure'
    expect(started.headers['set-cookie']).toMatch(
      new RegExp(`^__Host-identity-[\\w-]{8}=[\\w-]+; ${attributes}$`),
    )
    const begun = await begin()
    const entered = await hand(await signFor(begun))
    const [name = ''] = begun.cookie.split('=')
    expect(entered.headers['set-cookie']).toBe(`${name}=; ${attributes.replace('600', '0')}`)
  })

  test('without TLS, on a loopback address, the cookie does without the prefix', async () => {
    const { config } = at.issuer
    await using plain = await startTestApp({
      config: { ...config, PUBLIC_ORIGIN: 'http://localhost:3000' },
    })
    const { cookie } = await beginSignIn(plain.anonymous)
    expect(cookie).toMatch(/^identity-/)
  })

  test.each(['a sealed token', 'the token itself'])(
    'another browser cannot use %s',
    { tags: ['check-14'] },
    async (which) => {
      const [begun, other] = [await begin(), await begin()]
      const token = which === 'a sealed token' ? await sealedFor(begun) : await signFor(begun)
      for (const cookie of ['', other.cookie])
        expect(codeOf(await hand(token, {}, cookie))).toEqual(REFUSED)
      expect((await audit()).map(({ reason }) => reason)).toEqual([
        'nonce_foreign',
        'nonce_foreign',
      ])
      expect((await hand(token, {}, begun.cookie)).statusCode).toBe(200)
    },
  )

  test.each<[string, (begun: Begun) => Promise<[string, string]> | [string, string]]>([
    ['without the cookie', ({ state }) => [state, '']],
    ['with the cookie of another sign-in', async ({ state }) => [state, (await begin()).cookie]],
    ['with another state', ({ cookie }) => ['x', cookie]],
    ['with an altered cookie', ({ state, cookie }) => [state, `${cookie.slice(0, -2)}AA`]],
    [
      'after ten minutes',
      ({ state, cookie }) => {
        at.app.ctx.clock.advance(10 * MINUTE_MS)
        return [state, cookie]
      },
    ],
  ])('a code that comes back %s is not exchanged', async (_how, returning) => {
    const begun = await begin()
    const code = await codeFor(begun)
    const before = at.issuer.exchanges.length
    const [state, cookie] = await returning(begun)
    expect((await returnWith({ code, state }, cookie)).passed).toBeNull()
    expect(at.issuer.exchanges).toHaveLength(before)
  })

  test.each([
    [{ error: 'access_denied' }, 'access_denied'],
    [{}, 'no_code'],
    [{ code: 'made-up' }, 'exchange_failed'],
    [{ code: 'any', iss: 'https://evil.example' }, 'other_issuer'],
  ])('the answer %j reaches the page as %s', async (answer, error) => {
    const { state, cookie } = await begin()
    const { passed } = await returnWith({ ...answer, state }, cookie)
    expect(passed).toEqual({ state, error })
  })

  test("another browser's verifier does not open a stolen code", async () => {
    const [owner, thief] = [await begin(), await begin()]
    const code = await codeFor(owner)
    const { passed } = await returnWith({ code, state: thief.state }, thief.cookie)
    expect(passed).toEqual({ state: thief.state, error: 'exchange_failed' })
  })

  test('a network that keeps returning made-up codes is stopped before the provider hears of it', async () => {
    const { state, cookie } = await begin()
    const returns = await inTurn(31, () => returnWith({ code: 'x', state }, cookie))
    expect(returns.map(({ passed }) => passed.error)).toEqual([
      ...Array<string>(30).fill('exchange_failed'),
      'rate_limited',
    ])
  })

  test('a browser keeps eight sign-ins open and gives up the oldest', async () => {
    const all = await inTurn(8, async () => {
      at.app.ctx.clock.advance(1)
      return (await begin()).cookie
    })
    const answer = await at.app.anonymous({
      method: 'POST',
      url: '/api/auth/identity/start',
      headers: { cookie: all.join('; ') },
    })
    const [cleared, added] = [answer.headers['set-cookie']].flat()
    expect(cleared).toContain(`${all[0]?.split('=')[0]}=; Path=/; Max-Age=0;`)
    expect([added, cookieIn(answer)]).toEqual([
      expect.stringContaining('Max-Age=600'),
      expect.stringMatching(/^__Host-identity-/),
    ])
  })
})

describe('a provider that wants a client secret', () => {
  const secret = 'top: secret%'
  test.each([
    [['client_secret_basic'], `Basic ${btoa('test-client:top%3A%20secret%25')}`, undefined],
    [['client_secret_post'], undefined, secret],
  ])('%j', async (methods, authorization, posted) => {
    await using other = await startIdentityApp({ GOOGLE_CLIENT_SECRET: secret })
    other.issuer.setAuthMethods(methods)
    const { state, nonce, challenge, cookie } = await beginSignIn(other.app.anonymous)
    const code = other.issuer.grant(await other.issuer.sign({ nonce, ...somebody() }), challenge)
    const url = `/auth/callback?${new URLSearchParams({ code, state })}`
    await other.app.anonymous({ url, headers: { cookie } })
    const [sent] = other.issuer.exchanges
    expect([sent?.authorization, sent?.form['client_secret']]).toEqual([authorization, posted])
  })
})
