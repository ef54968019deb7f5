import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { DAY_MS, MINUTE_MS } from '#contracts/dates.ts'
import { createIdentityCalls, refusal, REFUSED, startIdentityApp } from '#testing/identity-app.ts'
import type { TestIssuer } from '#testing/test-issuer.ts'
import { sharedByTests } from '#testing/shared-by-tests.ts'

let issuer: TestIssuer
const at = sharedByTests(startIdentityApp)
beforeAll(async () => {
  issuer = at.issuer
})

// The library that keeps the keys reads the process's clock.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: at.app.ctx.now() })
  issuer.answerKeys('right')
})
afterEach(() => vi.useRealTimers())
const advance = (ms: number) => {
  at.app.ctx.clock.advance(ms)
  vi.setSystemTime(at.app.ctx.now())
}

const { newNonce, hand, somebody, signIn } = createIdentityCalls(() => at)

describe("the issuer's keys", () => {
  /** Cached keys stay valid for a day. */
  const forgetKeys = () => advance(DAY_MS + 1)

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
      advance(11 * MINUTE_MS)
      expect((await signIn(person)).statusCode).toBe(200)
    },
  )

  test('keys fetched within the last day stay usable while the issuer is down', async () => {
    forgetKeys()
    await signIn(somebody())
    issuer.answerKeys((response) => response.destroy())
    advance(DAY_MS - MINUTE_MS)
    expect((await signIn(somebody())).statusCode).toBe(200)
    advance(2 * MINUTE_MS)
    expect(refusal(await signIn(somebody()))).toEqual(REFUSED)
  })

  test('an unknown key id triggers one refetch; made-up key ids cannot trigger more', async () => {
    forgetKeys()
    await signIn(somebody())
    await issuer.changeKey()
    advance(MINUTE_MS)
    const before = issuer.asked()
    expect((await signIn(somebody())).statusCode).toBe(200)
    for (let round = 0; round < 5; round += 1)
      await hand(
        await issuer.sign({ ...somebody(), nonce: await newNonce() }, { kid: `made-up-${round}` }),
      )
    expect(issuer.asked() - before).toBe(1)
  })

  test('a key that the issuer withdrew stops working within ten minutes', async () => {
    forgetKeys()
    await signIn(somebody())
    const withdrawn = issuer.key
    await issuer.changeKey()
    const signWithdrawn = async () =>
      hand(await issuer.sign({ ...somebody(), nonce: await newNonce() }, {}, withdrawn))
    expect((await signWithdrawn()).statusCode).toBe(200)
    advance(10 * MINUTE_MS)
    expect(refusal(await signWithdrawn())).toEqual(REFUSED)
  })
})
