import { createSecretKey } from 'node:crypto'
import { exportSPKI, importJWK, SignJWT, UnsecuredJWT, type CryptoKey } from 'jose'
import { beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS, MINUTE_MS } from '#contracts/dates.ts'
import { emptyTables } from '#testing/factories.ts'
import { createIdentityCalls, refusal, REFUSED, startIdentityApp } from '#testing/identity-app.ts'
import { newKey, TEST_CLIENT_ID } from '#testing/test-issuer.ts'
import { sharedByTests } from '#testing/shared-by-tests.ts'

const at = sharedByTests(startIdentityApp)
beforeEach(() => emptyTables(at.app.ctx, 'request_limits', 'audit_events', 'outgoing_mails'))

const { newNonce, hand, somebody, signIn, audit } = createIdentityCalls(() => at)

describe('refused ID tokens', () => {
  const seconds = (ms = 0) => Math.floor((at.app.ctx.now().getTime() + ms) / 1000)
  const payload = async () => ({ ...somebody(), nonce: await newNonce(), email_verified: true })
  const publicPem = async () =>
    exportSPKI(
      (await importJWK(at.issuer.key.publicJwk, 'RS256', { extractable: true })) as CryptoKey,
    )

  test.each<[string, string, () => Promise<string>]>([
    [
      'another audience',
      'claim_aud',
      async () => at.issuer.sign({ ...(await payload()), aud: 'another-client' }),
    ],
    [
      'a second audience',
      'claims',
      async () => at.issuer.sign({ ...(await payload()), aud: [TEST_CLIENT_ID, 'x'] }),
    ],
    [
      'another party',
      'other_party',
      async () => at.issuer.sign({ ...(await payload()), azp: 'another-client' }),
    ],
    [
      'another issuer',
      'claim_iss',
      async () => at.issuer.sign({ ...(await payload()), iss: 'https://evil.example' }),
    ],
    [
      'no issuer',
      'claim_iss',
      async () => at.issuer.sign({ ...(await payload()), iss: undefined }),
    ],
    [
      'ten minutes too late',
      'expired',
      async () => at.issuer.sign({ ...(await payload()), exp: seconds(-10 * MINUTE_MS) }),
    ],
    ['no end', 'claim_exp', async () => at.issuer.sign({ ...(await payload()), exp: undefined })],
    [
      'ten minutes too early',
      'claim_nbf',
      async () => at.issuer.sign({ ...(await payload()), nbf: seconds(10 * MINUTE_MS) }),
    ],
    [
      'no subject',
      'claim_sub',
      async () => at.issuer.sign({ ...(await payload()), sub: undefined }),
    ],
    [
      'a subject that is no text',
      'claims',
      async () => at.issuer.sign({ ...(await payload()), sub: 7 }),
    ],
    [
      'an unconfirmed address',
      'email_unverified',
      async () => at.issuer.sign({ ...(await payload()), email_verified: false }),
    ],
    [
      'an address confirmed by a word',
      'claims',
      async () => at.issuer.sign({ ...(await payload()), email_verified: 'true' }),
    ],
    [
      'nothing about the address',
      'claims',
      async () => at.issuer.sign({ ...(await payload()), email_verified: undefined }),
    ],
    [
      'no address',
      'claims',
      async () => at.issuer.sign({ ...(await payload()), email: undefined }),
    ],
    [
      'two addresses',
      'email_malformed',
      async () => at.issuer.sign({ ...(await payload()), email: 'a@mail.test,b@mail.test' }),
    ],
    [
      'no nonce',
      'claim_nonce',
      async () => at.issuer.sign({ ...(await payload()), nonce: undefined }),
    ],
    [
      'a nonce of somebody else',
      'nonce_foreign',
      async () => at.issuer.sign({ ...(await payload()), nonce: 'n-0S6_WzA2Mj' }),
    ],
    [
      'no algorithm',
      'malformed',
      async () =>
        new UnsecuredJWT({
          ...(await payload()),
          iss: at.issuer.url,
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
          iss: at.issuer.url,
          aud: TEST_CLIENT_ID,
          exp: seconds(DAY_MS),
          iat: seconds(),
        })
          .setProtectedHeader({ alg: 'HS256', kid: at.issuer.key.kid })
          .sign(createSecretKey(Buffer.from(await publicPem()))),
    ],
    [
      'a key that the issuer does not have',
      'unknown_key',
      async () => at.issuer.sign(await payload(), { kid: 'nobodys' }),
    ],
    [
      "another key under the issuer's name",
      'signature',
      async () => at.issuer.sign(await payload(), {}, await newKey(at.issuer.key.kid)),
    ],
    [
      'a token of another kind',
      'other_type',
      async () => at.issuer.sign(await payload(), { typ: 'at+jwt' }),
    ],
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
    const answer = await hand(token)
    expect(refusal(answer)).toEqual(REFUSED)
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
    expect(refusal(await signIn({ ...somebody(), nonce: tooLate }))).toEqual(REFUSED)
  })

  test(
    'only one of twenty parallel sign-ins with one token succeeds',
    { tags: ['check-14'] },
    async () => {
      const token = await at.issuer.sign({ ...somebody(), nonce: await newNonce() })
      const codes = (await Promise.all(Array.from({ length: 20 }, () => hand(token)))).map(
        ({ statusCode }) => statusCode,
      )
      expect(codes.toSorted((a, b) => a - b)).toEqual([200, ...Array<number>(19).fill(401)])
      expect((await hand(token)).statusCode).toBe(401)
    },
  )

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
