import { randomBytes, randomUUID } from 'node:crypto'
import { SignJWT, UnsecuredJWT } from 'jose'
import { expect, test } from 'vitest'
import {
  createTokenReader,
  hashSessionSecret,
  readSessionToken,
  signSessionToken,
} from './sessions.ts'

const NOW = new Date('2026-03-10T12:00:00Z')
const [key, previousKey] = [new Uint8Array(randomBytes(32)), new Uint8Array(randomBytes(32))]
const parts = { keys: [key, previousKey], now: () => NOW }
const later = new Date('2026-03-11T12:00:00Z')
const TYPE = 'storedawn-session+jwt'

const token = (header: { alg: string; typ?: string } = { alg: 'HS256', typ: TYPE }) =>
  new SignJWT({})
    .setProtectedHeader(header)
    .setIssuer('storedawn')
    .setAudience('storedawn-api')
    .setJti(randomUUID())
    .setIssuedAt(NOW)
    .setExpirationTime(later)

test('a token identifies its session', async () => {
  const secret = randomUUID()
  const signed = await signSessionToken(parts, secret, later)
  expect(await readSessionToken(parts, signed)).toEqual({
    kind: 'session',
    sessionId: hashSessionSecret(secret),
  })
  expect((await readSessionToken(parts, await token().sign(key))).kind).toBe('session')
})

test('a token of the previous key is still valid, and new ones are signed with the current key', async () => {
  const old = await token().sign(previousKey)
  expect((await readSessionToken(parts, old)).kind).toBe('session')
  expect((await readSessionToken({ ...parts, keys: [key] }, old)).kind).toBe('foreign')
  const fresh = await signSessionToken(parts, randomUUID(), later)
  expect((await readSessionToken({ ...parts, keys: [key] }, fresh)).kind).toBe('session')
})

test('a clock a minute off is tolerated, ten minutes are not', { tags: ['check-21'] }, async () => {
  const signed = await signSessionToken(parts, randomUUID(), NOW)
  const atOffset = (ms: number) => ({ ...parts, now: () => new Date(NOW.getTime() + ms) })
  for (const ms of [-59_000, 0, 59_000])
    expect((await readSessionToken(atOffset(ms), signed)).kind).toBe('session')
  expect(await readSessionToken(atOffset(10 * 60_000), signed)).toEqual({ kind: 'expired' })
})

test.each([
  ['another secret', () => token().sign(new Uint8Array(randomBytes(32)))],
  ['another algorithm', () => token({ alg: 'HS512', typ: TYPE }).sign(key)],
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
  ['another type', () => token({ alg: 'HS256', typ: 'storedawn-reset+jwt' }).sign(key)],
  ['no type', () => token({ alg: 'HS256' }).sign(key)],
  ['another audience', () => token().setAudience('elsewhere').sign(key)],
  ['another issuer', () => token().setIssuer('elsewhere').sign(key)],
  ['an id that is no session', () => token().setJti('1; drop table sessions').sign(key)],
  ['not yet valid', () => token().setNotBefore(later).sign(key)],
  [
    'a changed payload',
    async () =>
      (await token().sign(key)).replace(
        /\.([^.]+)\./,
        (_, body: string) =>
          `.${Buffer.from(Buffer.from(body, 'base64url').toString().replace('storedawn-api', 'storedawn-apj')).toString('base64url')}.`,
      ),
  ],
  ['far too long', async () => 'a'.repeat(5_000)],
  ['no token at all', async () => 'null'],
])('%s is foreign', { tags: ['check-16'] }, async (_what, make) => {
  expect(await readSessionToken(parts, await make())).toEqual({ kind: 'foreign' })
})

test('a cached token is still refused once it has expired', async () => {
  let now = NOW
  const reader = createTokenReader({ ...parts, now: () => now })
  const signed = await signSessionToken(parts, randomUUID(), later)
  const reading = await readSessionToken(parts, signed)
  expect(reading.kind).toBe('session')
  for (const _ of ['read', 'kept']) expect(await reader(signed)).toEqual(reading)
  now = new Date(later.getTime() + 10 * 60_000)
  expect(await reader(signed)).toEqual({ kind: 'expired' })
})

test('a changed token is foreign even after the right one was read', async () => {
  const reader = createTokenReader(parts)
  const signed = await signSessionToken(parts, randomUUID(), later)
  await reader(signed)
  for (const wrong of [`${signed}A`, signed.slice(0, -4), signed.replace('.', '.A')])
    expect(await reader(wrong)).toEqual({ kind: 'foreign' })
})
