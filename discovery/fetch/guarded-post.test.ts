import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { createGuardedFetch } from './guarded-fetch.ts'

test('a request with a body is a POST, which no redirect repeats elsewhere', async () => {
  const seen: string[] = []
  await using server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    seen.push(`${request.method} ${request.url} ${body}`)
    response.writeHead(307, { location: '/elsewhere', connection: 'close' }).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await using guardedFetch = createGuardedFetch({
    lookup: async () => ({ kind: 'addresses', addresses: ['23.227.38.65'] }),
    connectTo: [{ host: null, port: 80, targetHost: '127.0.0.1', targetPort: port }],
    userAgent: 'StoredawnWebhooks/1.0 (bot@storedawn.test)',
  })
  const outcome = await guardedFetch({
    url: 'http://shop.test/hooks',
    body: '{"name":"Lämp"}',
    maxRedirects: 5,
  })
  expect(outcome).toMatchObject({ kind: 'response', status: 307, redirectedFrom: [] })
  expect(seen).toEqual(['POST /hooks {"name":"Lämp"}'])
  const inside = await guardedFetch({ url: 'http://127.0.0.1/hooks', body: '{}' })
  expect(inside).toMatchObject({ kind: 'refused', reason: 'private_address' })
  expect(seen).toHaveLength(1)
})
