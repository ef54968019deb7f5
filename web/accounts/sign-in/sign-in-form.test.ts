import { expect, test } from 'vitest'
import { ApiError } from '#web/api/api-error.ts'
import { lockOf, outcomeOf } from './sign-in-form.tsx'

const EMAIL = 'a@b.test'
const refusal = (code: string, details: object = {}) =>
  new ApiError(code, '', { status: 401, requestId: 'r', ...details })

test('a wrong password reports how many tries the server has left', () => {
  const error = refusal('invalid_credentials', { remainingAttempts: 1 })
  expect(outcomeOf(error, EMAIL, 0)).toEqual({ kind: 'failed', error, remaining: 1 })
})

test('a lock lasts as long as the server says, or a quarter of an hour by default', () => {
  expect(outcomeOf(refusal('too_many_attempts', { retryAfterSeconds: 60 }), EMAIL, 1_000)).toEqual({
    kind: 'locked',
    email: EMAIL,
    untilMs: 61_000,
  })
  expect(outcomeOf(refusal('too_many_attempts'), EMAIL, 0)).toEqual({
    kind: 'locked',
    email: EMAIL,
    untilMs: 900_000,
  })
})

test('the failure that uses up the last attempt already locks the login', () => {
  const error = refusal('invalid_credentials', { remainingAttempts: 0, retryAfterSeconds: 900 })
  expect(outcomeOf(error, EMAIL, 0)).toEqual({
    kind: 'locked',
    email: EMAIL,
    untilMs: 900_000,
  })
})

test('an unverified address gets its own outcome', () => {
  expect(outcomeOf(refusal('email_unverified'), EMAIL, 0)).toMatchObject({
    kind: 'unverified',
    email: EMAIL,
  })
})

test('a lost connection does not count as a try', () => {
  expect(outcomeOf(refusal('network'), EMAIL, 0)).toMatchObject({ kind: 'failed', remaining: null })
  expect(outcomeOf(new Error('bug'), EMAIL, 0)).toMatchObject({ kind: 'failed', remaining: null })
})

test.each([
  ['a@b.test', true],
  [' A@B.test ', true],
  ['other@b.test', false],
  ['', false],
])('a lock on a@b.test applies to “%s”: %s', (typed, isLocked) => {
  const lock = { kind: 'locked', email: EMAIL, untilMs: 1 } as const
  expect(lockOf([lock], typed) === lock).toBe(isLocked)
})
