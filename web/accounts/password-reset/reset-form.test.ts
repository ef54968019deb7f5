import { expect, test } from 'vitest'
import { ApiError, isRefusal } from '#web/api/api-error.ts'
import { resetFailureOf } from './reset-form.tsx'

const refusal = (status: number, code: string, field?: string) =>
  new ApiError(code, 'why', { status, requestId: 'r', ...(field && { field }) })

test.each([
  [refusal(400, 'reset_link_expired'), 'invalid'],
  [refusal(400, 'invalid_request', 'token'), 'invalid'],
  [refusal(429, 'rate_limited'), 'unchecked'],
  [refusal(503, 'overloaded'), 'unchecked'],
  [refusal(200, 'malformed_response'), 'unchecked'],
  [refusal(0, 'network'), 'unchecked'],
  [new Error('bug'), 'unchecked'],
])('%s from the link check means that the link is %s', (error, problem) => {
  expect(isRefusal(error) ? 'invalid' : 'unchecked').toBe(problem)
})

test.each([
  [refusal(400, 'reset_link_invalid', 'token'), { kind: 'link' }],
  [refusal(400, 'common_password', 'newPassword'), { kind: 'field', field: 'password' }],
  [
    refusal(400, 'passwords_differ', 'confirmPassword'),
    { kind: 'field', field: 'confirmPassword' },
  ],
  // The form's own names, as in the specification.
  [refusal(400, 'invalid_request', 'password'), { kind: 'field', field: 'password' }],
  [refusal(400, 'invalid_request'), { kind: 'general' }],
  [refusal(0, 'network'), { kind: 'general' }],
  [new Error('bug'), { kind: 'general' }],
])(
  '%s from the password change is reported as %j',
  { tags: ['calls.reset-password-field'] },
  (error, failure) => {
    expect(resetFailureOf(error)).toEqual(failure)
  },
)
