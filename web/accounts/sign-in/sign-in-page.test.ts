import { expect, test } from 'vitest'
import { apiError } from '#testing/api-error.ts'
import { lockOf, outcomeOf } from './sign-in-page.tsx'

const EMAIL = 'a@b.test'
const refusal = (code: string, details: object = {}) => apiError(code, 401, details)
const locked = (untilMs: number) => ({ kind: 'locked' as const, email: EMAIL, untilMs })

test('a wrong password reports how many tries the server has left', () => {
  const error = refusal('invalid_credentials', { remainingAttempts: 1 })
  expect(outcomeOf(error, EMAIL, 0)).toEqual({ kind: 'failed', error, remaining: 1 })
})

test.each([
  ['lasts as long as the server says', 'too_many_attempts', { retryAfterSeconds: 60 }, 61_000],
  ['lasts a quarter of an hour by default', 'too_many_attempts', {}, 901_000],
  ['begins with the last attempt', 'invalid_credentials', { remainingAttempts: 0 }, 901_000],
])('a lock %s', (_, code, details, untilMs) => {
  expect(outcomeOf(refusal(code, details), EMAIL, 1_000)).toEqual(locked(untilMs))
})

test('an unverified address gets its own outcome', () => {
  expect(outcomeOf(refusal('email_unverified'), EMAIL, 0)).toMatchObject({
    kind: 'unverified',
    email: EMAIL,
  })
})

test('a lost connection does not count as a try', () => {
  for (const error of [refusal('network'), new Error('bug')])
    expect(outcomeOf(error, EMAIL, 0)).toMatchObject({ kind: 'failed', remaining: null })
})

test.each([
  ['a@b.test', true],
  [' A@B.test ', true],
  ['other@b.test', false],
  ['', false],
])('a lock on a@b.test applies to “%s”: %s', (typed, isLocked) => {
  const lock = locked(1)
  expect(lockOf([lock], typed) === lock).toBe(isLocked)
})
