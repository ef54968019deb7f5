import { expect, test } from 'vitest'
import { ApiError } from '#web/api/api-error.ts'
import { isInvalidLink } from './unsubscribe.ts'

test.each([
  ['unsubscribe_link_invalid', 400, true],
  ['invalid_request', 400, true],
  ['rate_limited', 429, false],
  ['internal', 500, false],
  ['network', 0, false],
])('error %s (status %s) means a damaged link: %s', (code, status, damaged) => {
  expect(isInvalidLink(new ApiError(code, '', { status, requestId: 'r' }))).toBe(damaged)
})
