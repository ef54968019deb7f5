import { expect, test } from 'vitest'
import { apiError } from '#testing/api-error.ts'
import { isRefusal } from '#web/api/api-error.ts'
import { resetFailureOf } from './reset-password-page.tsx'

test.each([
  [apiError('reset_link_expired', 400), 'invalid'],
  [apiError('invalid_request', 400, { field: 'token' }), 'invalid'],
  [apiError('rate_limited', 429), 'unchecked'],
  [apiError('overloaded', 503), 'unchecked'],
  [apiError('malformed_response', 200), 'unchecked'],
  [apiError('network', 0), 'unchecked'],
  [new Error('bug'), 'unchecked'],
])('%s from the link check means that the link is %s', (error, problem) => {
  expect(isRefusal(error) ? 'invalid' : 'unchecked').toBe(problem)
})

test.each([
  ['reset_link_invalid', 'token', { kind: 'link' }],
  ['common_password', 'newPassword', { kind: 'field', field: 'password' }],
  ['passwords_differ', 'confirmPassword', { kind: 'field', field: 'confirmPassword' }],
  // The form's own name, as in the specification.
  ['invalid_request', 'password', { kind: 'field', field: 'password' }],
])(
  '%s of the field %s from the password change is reported as %j',
  { tags: ['calls.reset-password-field'] },
  (code, field, failure) => {
    expect(resetFailureOf(apiError(code, 400, { field }))).toEqual(failure)
  },
)

test('every other failure of the password change is a general one', () => {
  for (const error of [apiError('invalid_request', 400), apiError('network', 0), new Error('bug')])
    expect(resetFailureOf(error)).toEqual({ kind: 'general' })
})
