import { expect, test } from 'vitest'
import { ApiError } from '#web/api/api-error.ts'
import { undoStateOf } from './undo-deletion-page.tsx'

const refusal = (status: number, code: string) => new ApiError(code, '', { status, requestId: 'r' })

test.each([
  ['undo_link_expired', 400, 'expired'],
  ['undo_link_invalid', 400, 'invalid'],
  ['invalid_request', 400, 'invalid'],
  ['rate_limited', 429, 'failed'],
  ['internal', 500, 'failed'],
  ['network', 0, 'failed'],
])('error %s with status %s leads to the right state', (code, status, kind) => {
  expect(undoStateOf(refusal(status, code)).kind).toBe(kind)
})
