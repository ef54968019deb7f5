import { randomBytes, randomUUID } from 'node:crypto'
import { SignJWT, UnsecuredJWT } from 'jose'
import { expect, test } from 'vitest'
import { readSessionToken, signSessionToken } from './session-token.ts'

const NOW = new Date('2026-03-10T12:00:00Z')
const parts = { secret: new Uint8Array(randomBytes(32)), now: () => NOW }
const later = new Date('2026-03-11T12:00:00Z')
const TYPE = 'storedawn-session+jwt'

/** A token that is right in everything, to be spoilt in one thing. */
const token = (header: { alg: string; typ?: string } = { alg: 'HS256', typ: TYPE }) =>
  new SignJWT({})
    .setProtectedHeader(header)
    .setIssuer('storedawn')
    .setAudience('storedawn-api')
    .setJti(randomUUID())
    .setIssuedAt(NOW)
    .setExpirationTime(later)

test('a token names its session', async () => {
  const sessionId = randomUUID()
  const signed = await signSessionToken(parts, sessionId, later)
  expect(await readSessionToken(parts, signed)).toEqual({ kind: 'session', sessionId })
  expect((await readSessionToken(parts, await token().sign(parts.secret))).kind).toBe('session')
})

test('a clock that is a minute off is forgiven, ten minutes are not', async () => {
  const signed = await signSessionToken(parts, randomUUID(), NOW)
  const atOffset = (ms: number) => ({ ...parts, now: () => new Date(NOW.getTime() + ms) })
  for (const ms of [-59_000, 0, 59_000])
    expect((await readSessionToken(atOffset(ms), signed)).kind).toBe('session')
  expect(await readSessionToken(atOffset(10 * 60_000), signed)).toEqual({ kind: 'expired' })
})

test.each([
  ['another secret', () => token().sign(new Uint8Array(randomBytes(32)))],
  ['another algorithm', () => token({ alg: 'HS512', typ: TYPE }).sign(parts.secret)],
  [
    'no algorithm',
    async () =>
      new UnsecuredJWT({})
        .setIssuer('storedawn')
        .setAudience('storedawn-api')
        .setJti(randomUUID())
        .setExpirationTime(later)
        .encode(),
  ],
  ['another type', () => token({ alg: 'HS256', typ: 'storedawn-reset+jwt' }).sign(parts.secret)],
  ['no type', () => token({ alg: 'HS256' }).sign(parts.secret)],
  ['another audience', () => token().setAudience('elsewhere').sign(parts.secret)],
  ['another issuer', () => token().setIssuer('elsewhere').sign(parts.secret)],
  ['an id that is no session', () => token().setJti('1; drop table sessions').sign(parts.secret)],
  ['not yet valid', () => token().setNotBefore(later).sign(parts.secret)],
  [
    'a changed payload',
    async () =>
      (await token().sign(parts.secret)).replace(
        /\.([^.]+)\./,
        (_, body: string) =>
          `.${Buffer.from(Buffer.from(body, 'base64url').toString().replace('storedawn-api', 'storedawn-apj')).toString('base64url')}.`,
      ),
  ],
  ['far too long', async () => 'a'.repeat(5_000)],
  ['no token at all', async () => 'null'],
])('%s is foreign', async (_what, make) => {
  expect(await readSessionToken(parts, await make())).toEqual({ kind: 'foreign' })
})
