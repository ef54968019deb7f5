import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS, MINUTE_MS } from '#contracts/dates.ts'
import { createFakeClock } from '#testing/fake-clock.ts'
import { type Answer, startTestApp, type TestApp } from '#testing/test-app.ts'
import { startTestIssuer, type TestIssuer } from '#testing/test-issuer.ts'

let app: TestApp
let issuer: TestIssuer
beforeAll(async () => {
  const now = () => (app ? app.ctx.now() : createFakeClock().now())
  issuer = await startTestIssuer({ now })
  app = await startTestApp({ config: issuer.config })
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await issuer[Symbol.asyncDispose]()
})

beforeEach(() => issuer.answerKeys('right'))

const post = (url: string, payload: object = {}): Promise<Answer> =>
  app.anonymous({ method: 'POST', url, payload })
const newNonce = async () =>
  new URL((await post('/api/auth/identity/start')).json().authorizationUrl).searchParams.get(
    'nonce',
  ) ?? ''
const hand = (idToken: string) => post('/api/auth/google-signin', { idToken })

let people = 0
const somebody = () => {
  people += 1
  return { sub: `subject-${people}`, email: `person-${people}@mail.test` }
}
const signIn = async (claims: object) =>
  hand(await issuer.sign({ nonce: await newNonce(), ...claims }))
const refusal = (answer: Answer) => [answer.statusCode, answer.json().code]
const REFUSED = [401, 'identity_refused']

describe("the issuer's keys", () => {
  /** Cached keys stay valid for a day. */
  const forgetKeys = () => app.ctx.clock.advance(DAY_MS + 1)

  test.each<[string, Parameters<TestIssuer['answerKeys']>[0]]>([
    ['down', (response) => response.destroy()],
    ['an error', (response) => response.writeHead(500).end()],
    ['elsewhere', (response) => response.writeHead(302, { location: '/jwks' }).end()],
    ['a page', (response) => response.end('<!doctype html><title>Log in</title>')],
    ['no list', (response) => response.end('{"keys":"many"}')],
    ['an empty list', (response) => response.end('{"keys":[]}')],
    [
      'damaged',
      (response) =>
        response.end(JSON.stringify({ keys: [{ ...issuer.key.publicJwk, n: 'AQAB' }] })),
    ],
    [
      'for encryption',
      (response) =>
        response.end(JSON.stringify({ keys: [{ ...issuer.key.publicJwk, use: 'enc' }] })),
    ],
    ['five megabytes', (response) => response.end(`{"keys":[],"pad":"${'x'.repeat(5_000_000)}"}`)],
    [
      'cut off',
      (response) =>
        response
          .writeHead(200, { 'content-length': 500 })
          .write('{"keys":[', () => response.destroy()),
    ],
  ])(
    '%s: every sign-in fails, and works again afterwards',
    { tags: ['check-14'] },
    async (_what, answer) => {
      forgetKeys()
      issuer.answerKeys(answer)
      const person = somebody()
      expect(refusal(await signIn(person))).toEqual(REFUSED)
      issuer.answerKeys('right')
      // Also past the time for which a damaged key would count as fresh.
      app.ctx.clock.advance(11 * MINUTE_MS)
      expect((await signIn(person)).statusCode).toBe(200)
    },
  )

  test('keys fetched within the last day stay usable while the issuer is down', async () => {
    forgetKeys()
    await signIn(somebody())
    issuer.answerKeys((response) => response.destroy())
    app.ctx.clock.advance(DAY_MS - MINUTE_MS)
    expect((await signIn(somebody())).statusCode).toBe(200)
    app.ctx.clock.advance(2 * MINUTE_MS)
    expect(refusal(await signIn(somebody()))).toEqual(REFUSED)
  })

  test('an unknown key id triggers one refetch; made-up key ids cannot trigger more', async () => {
    forgetKeys()
    await signIn(somebody())
    await issuer.changeKey()
    app.ctx.clock.advance(MINUTE_MS)
    const before = issuer.asked()
    expect((await signIn(somebody())).statusCode).toBe(200)
    for (let round = 0; round < 5; round += 1)
      await hand(
        await issuer.sign({ ...somebody(), nonce: await newNonce() }, { kid: `made-up-${round}` }),
      )
    expect(issuer.asked() - before).toBe(1)
  })
})
