import { randomBytes, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { createLocalJWKSet, exportJWK, exportSPKI, generateKeyPair, SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import {
  hashSessionSecret,
  readSessionToken,
  signSessionToken,
} from '#server/platform/session/sessions.ts'
import { attacksOn, type Attack } from '#testing/token-attacks.ts'
import { verifyIdToken } from './identity-provider.ts'

const NOW = new Date('2026-03-10T12:00:00Z')
const now = () => NOW
const later = new Date(NOW.getTime() + 3_600_000)
const fresh = () => new Uint8Array(randomBytes(32))
const guesses = { 'an empty secret': new Uint8Array(), 'a word': Buffer.from('secret') }

const changedAt = (token: string) =>
  fc
    .tuple(fc.nat(token.length - 1), fc.constantFrom(...'Aa0-_.=+/ \n\0é'))
    .filter(([at, letter]) => token[at] !== letter)
    .map(([at, letter]) => token.slice(0, at) + letter + token.slice(at + 1))

describe('a session token', async () => {
  const parts = { keys: [fresh()], now }
  const secret = randomUUID()
  const token = await signSessionToken(parts, secret, later)
  const session = { kind: 'session', sessionId: hashSessionSecret(secret) }

  test(
    'cannot be forged: only respellings of the same bytes pass, for the same session',
    { tags: ['check-15'] },
    async () => {
      const attacks = attacksOn({ token, knownSecrets: guesses })
      const accepted: Attack[] = []
      for (const attack of attacks) {
        const reading = await readSessionToken(parts, attack.token)
        if (reading.kind === 'foreign') continue
        expect(reading).toEqual(session)
        accepted.push(attack)
      }
      expect(accepted.filter(({ sameToken }) => !sameToken)).toEqual([])
      expect(attacks.length).toBeGreaterThan(80)
    },
  )

  test(
    'with one letter changed opens at most the same session',
    { tags: ['check-15'] },
    async () => {
      await fc.assert(
        fc.asyncProperty(changedAt(token), async (changed) => {
          const reading = await readSessionToken(parts, changed)
          if (reading.kind !== 'foreign') expect(reading).toEqual(session)
        }),
        { numRuns: 400 },
      )
    },
  )
})

describe.each(['RS256', 'PS256', 'ES256', 'EdDSA'])('an ID token signed by %s', async (alg) => {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true })
  const jwk = { ...(await exportJWK(publicKey)), kid: 'first', alg }
  const provider = {
    clientId: 'client',
    issuer: 'https://issuer.example',
    findKey: createLocalJWKSet({ keys: [jwk] }),
  }
  const claims = { sub: '7', email: 'a@mail.test', email_verified: true, nonce: 'n-1' }
  const token = await new SignJWT(claims)
    .setProtectedHeader({ alg, kid: 'first', typ: 'JWT' })
    .setIssuer(provider.issuer)
    .setAudience(provider.clientId)
    .setIssuedAt(NOW)
    .setExpirationTime(later)
    .sign(privateKey)
  const kindOf = async (text: string) => (await verifyIdToken({ provider, now }, text)).kind

  test('is accepted in no other form', { tags: ['check-15'] }, async () => {
    expect(await kindOf(token)).toBe('right')
    const published = {
      'the public key as PEM': Buffer.from(await exportSPKI(publicKey)),
      'the public key as JWK': Buffer.from(JSON.stringify(jwk)),
      'a number of the public key': Buffer.from(String(jwk.n ?? jwk.x), 'base64url'),
    }
    const attacks = attacksOn({ token, knownSecrets: { ...guesses, ...published } })
    const accepted: string[] = []
    for (const attack of attacks)
      if ((await kindOf(attack.token)) === 'right') accepted.push(attack.name)
    expect(accepted).toEqual([])
    expect(attacks.length).toBeGreaterThan(80)
  })

  test(
    'is refused when one letter of its header or payload changes',
    { tags: ['check-15'] },
    async () => {
      const signed = token.slice(0, token.lastIndexOf('.'))
      const signature = token.slice(signed.length)
      await fc.assert(
        fc.asyncProperty(changedAt(signed), async (changed) => {
          expect(await kindOf(changed + signature)).toBe('refused')
        }),
        { numRuns: 100 },
      )
    },
  )
})
