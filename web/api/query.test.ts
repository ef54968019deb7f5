import { expect, test } from 'vitest'
import { getHighlights } from '#contracts/public.ts'
import { ApiError } from './api-error.ts'
import { createQueryClient, q } from './query.ts'

async function triesFor(error: Error): Promise<number> {
  let tries = 0
  const client = createQueryClient(() => {
    tries += 1
    return Promise.reject(error)
  })
  const query = client.fetchQuery({ ...q(getHighlights, {}), retryDelay: 0 })
  await expect(query).rejects.toBe(error)
  return tries
}

const refusal = (code: string, status: number) => new ApiError(code, '', { status, requestId: null })

test.each([
  ['network', 0],
  ['internal', 500],
  ['overloaded', 502],
  ['overloaded', 503],
  ['overloaded', 504],
])('a query that ends in %s %i is tried twice more', async (code, status) => {
  expect(await triesFor(refusal(code, status))).toBe(3)
})

test.each([
  ['invalid_request', 400],
  ['authentication_required', 401],
  ['plan_required', 403],
  ['not_found', 404],
  ['conflict', 409],
  ['payload_too_large', 413],
  ['rate_limited', 429],
  ['malformed_response', 200],
])('a query that ends in %s %i is not tried again', async (code, status) => {
  expect(await triesFor(refusal(code, status))).toBe(1)
})

test('a bug of ours is not tried again', async () => {
  expect(await triesFor(new TypeError('x is not a function'))).toBe(1)
})
