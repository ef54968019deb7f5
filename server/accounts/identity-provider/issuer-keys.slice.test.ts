import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { DAY_MS, MINUTE_MS } from '#contracts/dates.ts'
import { REFUSED, useIdentityApp } from '#testing/identity-app.ts'
import { codeOf, inTurn } from '#testing/test-app.ts'
import type { TestIssuer } from '#testing/test-issuer.ts'

const { at, newNonce, hand, somebody, signIn } = useIdentityApp()

// The library that keeps the keys reads the process's clock.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: at.app.ctx.now() })
  at.issuer.answerKeys('right')
})
afterEach(() => vi.useRealTimers())
const advance = (ms: number) => {
  at.app.ctx.clock.advance(ms)
  vi.setSystemTime(at.app.ctx.now())
}

/** In a sign-in that begins now. */
const signNow = async (header: Record<string, unknown>, key?: TestIssuer['key']) =>
  at.issuer.sign({ ...somebody(), nonce: await newNonce() }, header, key)

describe("the issuer's keys", () => {
  /** Cached keys stay valid for a day. */
  const forgetKeys = () => advance(DAY_MS + 1)
  type KeyAnswer = Parameters<TestIssuer['answerKeys']>[0]
  const text =
    (body: string): KeyAnswer =>
    (response) =>
      response.end(body)
  const changedKey =
    (change: object): KeyAnswer =>
    (response) =>
      response.end(JSON.stringify({ keys: [{ ...at.issuer.key.publicJwk, ...change }] }))

  test.each<[string, KeyAnswer]>([
    ['down', (response) => response.destroy()],
    ['an error', (response) => response.writeHead(500).end()],
    ['elsewhere', (response) => response.writeHead(302, { location: '/jwks' }).end()],
    ['a page', text('<!doctype html><title>Log in</title>')],
    ['no list', text('{"keys":"many"}')],
    ['an empty list', text('{"keys":[]}')],
    ['damaged', changedKey({ n: 'AQAB' })],
    ['for encryption', changedKey({ use: 'enc' })],
    ['five megabytes', text(`{"keys":[],"pad":"${'x'.repeat(5_000_000)}"}`)],
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
      at.issuer.answerKeys(answer)
      const person = somebody()
      expect(codeOf(await signIn(person))).toEqual(REFUSED)
      at.issuer.answerKeys('right')
      // Also past the time for which a damaged key would count as fresh.
      advance(11 * MINUTE_MS)
      expect((await signIn(person)).statusCode).toBe(200)
    },
  )

  test('keys fetched within the last day stay usable while the issuer is down', async () => {
    forgetKeys()
    await signIn(somebody())
    at.issuer.answerKeys((response) => response.destroy())
    advance(DAY_MS - MINUTE_MS)
    expect((await signIn(somebody())).statusCode).toBe(200)
    advance(2 * MINUTE_MS)
    expect(codeOf(await signIn(somebody()))).toEqual(REFUSED)
  })

  test('an unknown key id triggers one refetch; made-up key ids cannot trigger more', async () => {
    forgetKeys()
    await signIn(somebody())
    await at.issuer.changeKey()
    advance(MINUTE_MS)
    const before = at.issuer.asked()
    expect((await signIn(somebody())).statusCode).toBe(200)
    await inTurn(5, async (round) => hand(await signNow({ kid: `made-up-${round}` })))
    expect(at.issuer.asked() - before).toBe(1)
  })

  test('a key that the issuer withdrew stops working within ten minutes', async () => {
    forgetKeys()
    await signIn(somebody())
    const withdrawn = at.issuer.key
    await at.issuer.changeKey()
    const signWithdrawn = async () => hand(await signNow({}, withdrawn))
    expect((await signWithdrawn()).statusCode).toBe(200)
    advance(10 * MINUTE_MS)
    expect(codeOf(await signWithdrawn())).toEqual(REFUSED)
  })
})
