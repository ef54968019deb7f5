import { expect, test } from 'vitest'
import { ApiError } from '#web/api/api-error.ts'
import { lockOf, outcomeOf } from './use-login.ts'

const EMAIL = 'a@b.test'
const refusal = (code: string, details: object = {}) =>
  new ApiError(code, '', { status: 401, requestId: 'r', ...details })

test('a wrong password tells how many tries the server has left', () => {
  const error = refusal('invalid_credentials', { remainingAttempts: 1 })
  expect(outcomeOf(error, EMAIL, 0)).toEqual({ kind: 'failed', error, remaining: 1 })
})

test('a lock lasts as long as the server says, else a quarter of an hour', () => {
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

test('the failure that used up the last attempt is a lock already', () => {
  const error = refusal('invalid_credentials', { remainingAttempts: 0, retryAfterSeconds: 900 })
  expect(outcomeOf(error, EMAIL, 0)).toEqual({
    kind: 'locked',
    email: EMAIL,
    untilMs: 900_000,
  })
})

test('an unverified address has an outcome of its own', () => {
  expect(outcomeOf(refusal('email_unverified'), EMAIL, 0)).toMatchObject({ kind: 'unverified', email: EMAIL })
})

test('a lost connection counts no try', () => {
  expect(outcomeOf(refusal('network'), EMAIL, 0)).toMatchObject({ kind: 'failed', remaining: null })
  expect(outcomeOf(new Error('bug'), EMAIL, 0)).toMatchObject({ kind: 'failed', remaining: null })
})

test.each([
  ['a@b.test', true],
  [' A@B.test ', true],
  ['other@b.test', false],
  ['', false],
])('a lock of a@b.test counts for “%s”: %s', (typed, isLocked) => {
  const lock = { kind: 'locked', email: EMAIL, untilMs: 1 } as const
  expect(lockOf([lock], typed) === lock).toBe(isLocked)
})
