import { describe, expect, test } from 'vitest'
import { codeAt } from '#testing/operator-calls.ts'
import { createSecret, stepOfCode } from './second-factor.ts'

const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const at = (seconds: number) => new Date(seconds * 1000)

describe('codes of an authenticator app', () => {
  // RFC 6238, appendix B, the last six of its eight digits (SHA-1).
  test.each([
    [59, '287082'],
    [1111111109, '081804'],
    [1111111111, '050471'],
    [1234567890, '005924'],
    [2000000000, '279037'],
    [20000000000, '353130'],
  ])('the code of RFC 6238 at second %d is accepted', (seconds, code) => {
    expect(stepOfCode(SECRET, code, at(seconds), null)).toBe(Math.floor(seconds / 30))
  })

  test.each([
    ['of the step before', -30, true],
    ['of the step after', 30, true],
    ['of two steps before', -60, false],
    ['of two steps after', 60, false],
  ])('a code %s is accepted: %s s, %s', (_which, offset, isAccepted) => {
    const now = 1_234_567_890
    const code = codeAt(SECRET, at(now + offset))
    expect(stepOfCode(SECRET, code, at(now), null) !== null).toBe(isAccepted)
  })

  test('a code works once, and no earlier code works after it', () => {
    const now = at(1_234_567_890)
    const step = stepOfCode(SECRET, codeAt(SECRET, now), now, null)
    expect(stepOfCode(SECRET, codeAt(SECRET, now), now, step)).toBeNull()
    expect(stepOfCode(SECRET, codeAt(SECRET, at(1_234_567_860)), now, step)).toBeNull()
    expect(stepOfCode(SECRET, codeAt(SECRET, at(1_234_567_920)), now, step)).toBe(Number(step) + 1)
  })

  test('a new secret has 160 bits, and its address names the product and the account', () => {
    const { secret, uri } = createSecret('ops@storedawn.test')
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    const url = new URL(uri)
    // prettier-ignore
    expect([url.protocol, url.searchParams.get('secret'), url.searchParams.get('issuer')]).toEqual(['otpauth:', secret, 'Storedawn'])
    expect(decodeURIComponent(url.pathname)).toContain('ops@storedawn.test')
  })
})
