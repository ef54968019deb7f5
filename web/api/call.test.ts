import { expect, test, vi } from 'vitest'
import { uploadPhoto } from '#contracts/accounts/users.ts'
import { getPublicStats } from '#contracts/site/public.ts'
import { getProduct } from '#contracts/catalog/products.ts'
import { addressOf, call } from '#web/api/call.ts'
import type { Transport } from '#web/api/transport.ts'

test.each([
  ['/api/products/:id', { id: 'a/b ü' }, undefined, '/api/products/a%2Fb%20%C3%BC'],
  [
    '/api/stores',
    undefined,
    { page: 0, date: undefined, sortBy: 'name' },
    '/api/stores?page=0&sortBy=name',
  ],
  ['/api/stores', undefined, { country: ['DE', 'AT'] }, '/api/stores?country=DE&country=AT'],
  ['/api/stores', undefined, {}, '/api/stores'],
])('path %s with params %j and query %j gives the address %s', (path, params, query, address) => {
  expect(addressOf(path, params, query)).toBe(address)
})

test('an answer is checked against its endpoint and loses the fields that the endpoint does not name', async () => {
  const stats = { totalStores: 3, totalProducts: 2, storesWithEmail: 1 }
  const transport = vi.fn<Transport>(async () => ({ ...stats, secret: 'x' }))
  expect(await call(transport, getPublicStats, { query: { date: '2026-11-20' } })).toEqual(stats)
  expect(transport).toHaveBeenCalledWith(
    expect.objectContaining({ method: 'GET', path: '/api/public/stats?date=2026-11-20' }),
  )
})

test('an answer of the wrong shape is rejected', async () => {
  const promise = call(async () => ({ id: 7 }), getProduct, { params: { id: '1-2' } })
  await expect(promise).rejects.toMatchObject({ code: 'malformed_response' })
})

test(
  'an upload sends the file in the form field that the endpoint names',
  { tags: ['calls.photo-post'] },
  async () => {
    const transport = vi.fn<Transport>(async () => null)
    const photo = new File(['x'], 'me.png')
    await call(transport, uploadPhoto, { file: photo }).catch(() => null)
    const body = transport.mock.calls[0]?.[0].body
    expect(body instanceof FormData && [...body.entries()]).toEqual([['file', photo]])
  },
)
