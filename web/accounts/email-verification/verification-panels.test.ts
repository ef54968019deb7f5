import { expect, test } from 'vitest'
import { ApiError } from '#web/api/api-error.ts'
import { verificationFailureOf } from './verification-panels.tsx'

const refusal = (status: number, code: string, message = '') =>
  new ApiError(code, message, { status, requestId: 'r' })

test.each([
  [
    'the code of an expired link',
    refusal(400, 'verification_link_expired', 'Link abgelaufen'),
    'expired',
  ],
  ['a message that says so', refusal(400, 'something', 'Token has Expired.'), 'expired'],
  ['a broken link', refusal(400, 'verification_link_invalid', 'not valid'), 'failed'],
  ['no usable token', refusal(400, 'invalid_request'), 'failed'],
  ['too many requests', refusal(429, 'rate_limited'), 'unchecked'],
  ['a server that is down', refusal(500, 'internal'), 'unchecked'],
  ['no connection', refusal(0, 'network'), 'unchecked'],
  ['a bug', new Error('x'), 'unchecked'],
])(
  '%s maps to the right outcome',
  { tags: ['verify.expired-word', 'calls.verify-email-message'] },
  (_, error, failure) => {
    expect(verificationFailureOf(error)).toBe(failure)
  },
)
