import { expect, test } from 'vitest'
import { apiError } from '#testing/api-error.ts'
import { verificationFailureOf } from './email-verification-page.tsx'

test.each([
  [
    'the code of an expired link',
    apiError('verification_link_expired', 400, { message: 'Link abgelaufen' }),
    'expired',
  ],
  [
    'a message that says so',
    apiError('something', 400, { message: 'Token has Expired.' }),
    'expired',
  ],
  ['a broken link', apiError('verification_link_invalid', 400, { message: 'not valid' }), 'failed'],
  ['no usable token', apiError('invalid_request', 400), 'failed'],
  ['too many requests', apiError('rate_limited', 429), 'unchecked'],
  ['a server that is down', apiError('internal', 500), 'unchecked'],
  ['no connection', apiError('network', 0), 'unchecked'],
  ['a bug', new Error('x'), 'unchecked'],
])(
  '%s maps to the right outcome',
  { tags: ['verify.expired-word', 'calls.verify-email-message'] },
  (_, error, failure) => {
    expect(verificationFailureOf(error)).toBe(failure)
  },
)
