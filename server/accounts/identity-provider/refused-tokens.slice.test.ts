import { createSecretKey } from 'node:crypto'
import { exportSPKI, importJWK, SignJWT, UnsecuredJWT, type CryptoKey } from 'jose'
import { beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS, MINUTE_MS } from '#contracts/dates.ts'
import { emptyTables } from '#testing/factories.ts'
import { REFUSED, useIdentityApp } from '#testing/identity-app.ts'
import { atOnce, codeOf, inTurn, statusesOf } from '#testing/test-app.ts'
import { newKey, TEST_CLIENT_ID } from '#testing/test-issuer.ts'

const { at, newNonce, hand, somebody, signIn, audit } = useIdentityApp()
beforeEach(() => emptyTables(at.app.ctx, 'request_limits', 'audit_events', 'outgoing_mails'))

describe('refused ID tokens', () => {
  const seconds = (ms = 0) => Math.floor((at.app.ctx.now().getTime() + ms) / 1000)
  const payload = async () => ({ ...somebody(), nonce: await newNonce(), email_verified: true })
  const publicPem = async () =>
    exportSPKI(
      (await importJWK(at.issuer.key.publicJwk, 'RS256', { extractable: true })) as CryptoKey,
    )
  const signed =
    (claims: object, header: Record<string, unknown> = {}) =>
    async () =>
      at.issuer.sign({ ...(await payload()), ...claims }, header)
  const allClaims = async () => ({
    ...(await payload()),
    iss: at.issuer.url,
    aud: TEST_CLIENT_ID,
    exp: seconds(DAY_MS),
    iat: seconds(),
  })

  test.each<[string, string, () => Promise<string>]>([
    ['another audience', 'claim_aud', signed({ aud: 'another-client' })],
    ['a second audience', 'claims', signed({ aud: [TEST_CLIENT_ID, 'x'] })],
    ['another party', 'other_party', signed({ azp: 'another-client' })],
    ['another issuer', 'claim_iss', signed({ iss: 'https://evil.example' })],
    ['no issuer', 'claim_iss', signed({ iss: undefined })],
    ['ten minutes too late', 'expired', () => signed({ exp: seconds(-10 * MINUTE_MS) })()],
    ['no end', 'claim_exp', signed({ exp: undefined })],
    ['ten minutes too early', 'claim_nbf', () => signed({ nbf: seconds(10 * MINUTE_MS) })()],
    ['no subject', 'claim_sub', signed({ sub: undefined })],
    ['a subject that is no text', 'claims', signed({ sub: 7 })],
    ['an unconfirmed address', 'email_unverified', signed({ email_verified: false })],
    ['an address confirmed by a word', 'claims', signed({ email_verified: 'true' })],
    ['nothing about the address', 'claims', signed({ email_verified: undefined })],
    ['no address', 'claims', signed({ email: undefined })],
    ['two addresses', 'email_malformed', signed({ email: 'a@mail.test,b@mail.test' })],
    ['no nonce', 'claim_nonce', signed({ nonce: undefined })],
    ['a nonce of somebody else', 'nonce_foreign', signed({ nonce: 'n-0S6_WzA2Mj' })],
    ['no algorithm', 'malformed', async () => new UnsecuredJWT(await allClaims()).encode()],
    [
      'the public key as a shared secret',
      'algorithm',
      async () =>
        new SignJWT(await allClaims())
          .setProtectedHeader({ alg: 'HS256', kid: at.issuer.key.kid })
          .sign(createSecretKey(Buffer.from(await publicPem()))),
    ],
    ['a key that the issuer does not have', 'unknown_key', signed({}, { kid: 'nobodys' })],
    [
      "another key under the issuer's name",
      'signature',
      async () => at.issuer.sign(await payload(), {}, await newKey(at.issuer.key.kid)),
    ],
    ['a token of another kind', 'other_type', signed({}, { typ: 'at+jwt' })],
    [
      'an extension that must be understood',
      'malformed',
      async () => at.issuer.sign(await payload(), { crit: ['x'], x: 1 }).catch(() => 'a.b.c'),
    ],
    ['no token at all', 'malformed', async () => 'null'],
  ])('%s (%s)', { tags: ['check-14'] }, async (_what, reason, make) => {
    const accounts = () => at.app.ctx.db.selectFrom('users').select('id').execute()
    const before = await accounts()
    const token = await make()
    expect(codeOf(await hand(token))).toEqual(REFUSED)
    expect(await audit()).toEqual([{ kind: 'identity.refused', reason }])
    expect(await accounts()).toHaveLength(before.length)
    expect(JSON.stringify(at.app.ctx.testLog.entries)).not.toContain(
      token.length > 20 ? token : 'no token',
    )
  })

  test(
    'a clock up to a minute off is tolerated in both directions',
    { tags: ['check-21'] },
    async () => {
      const late = await signIn({ ...somebody(), exp: seconds(-59_000) })
      const early = await signIn({ ...somebody(), nbf: seconds(59_000), iat: seconds(59_000) })
      expect([late.statusCode, early.statusCode]).toEqual([200, 200])
    },
  )

  test('a nonce is valid for ten minutes', async () => {
    const [inTime, tooLate] = [await newNonce(), await newNonce()]
    at.app.ctx.clock.advance(10 * MINUTE_MS - 1)
    expect((await signIn({ ...somebody(), nonce: inTime })).statusCode).toBe(200)
    at.app.ctx.clock.advance(1)
    expect(codeOf(await signIn({ ...somebody(), nonce: tooLate }))).toEqual(REFUSED)
  })

  test(
    'only one of twenty parallel sign-ins with one token succeeds',
    { tags: ['check-14'] },
    async () => {
      const token = await at.issuer.sign({ ...somebody(), nonce: await newNonce() })
      const answers = await atOnce(20, () => hand(token))
      expect(statusesOf(answers)).toEqual([200, ...Array<number>(19).fill(401)])
      expect((await hand(token)).statusCode).toBe(401)
    },
  )

  test('a network that keeps failing is rate-limited; valid tokens do not count', async () => {
    await inTurn(5, () => signIn(somebody()))
    const answers = await inTurn(31, () => hand('a.b.c'))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([
      ...Array<number>(30).fill(401),
      429,
    ])
    expect((await signIn(somebody())).json()).toMatchObject({
      code: 'rate_limited',
      retryAfterSeconds: expect.any(Number),
    })
  })
})
