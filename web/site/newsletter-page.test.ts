import { expect, test } from 'vitest'
import { ApiError } from '#web/api/api-error.ts'
import { newsletterStateOf } from './newsletter-page.tsx'

test.each([
  ['newsletter_link_invalid', 400, 'invalid'],
  ['invalid_request', 400, 'invalid'],
  ['newsletter_link_expired', 400, 'expired'],
  ['rate_limited', 429, 'failed'],
  ['network', 0, 'failed'],
])('error %s with status %s shows the newsletter link as %s', (code, status, kind) => {
  expect(newsletterStateOf(new ApiError(code, '', { status, requestId: null })).kind).toBe(kind)
})
