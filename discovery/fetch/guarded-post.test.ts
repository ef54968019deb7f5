import { createServer, type Server, type ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { createFetchTo } from '#testing/discovery/fetch-to.ts'
import { listenLocally } from '#testing/serve-locally.ts'

const openFetchTo = async (server: Server) => createFetchTo(await listenLocally(server))

test('a request with a body is a POST, which no redirect repeats elsewhere', async () => {
  const seen: string[] = []
  await using server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    seen.push(`${request.method} ${request.url} ${body}`)
    response.writeHead(307, { location: '/elsewhere', connection: 'close' }).end()
  })
  await using guardedFetch = await openFetchTo(server)
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

test.each([
  ['is larger than the limit', {}, (response: ServerResponse) => response.end('x'.repeat(100_000))],
  [
    'says that it is larger than the limit',
    { 'content-length': '100000' },
    (response: ServerResponse) => response.write('x'),
  ],
  [
    'has an unknown encoding',
    { 'content-encoding': 'rot13' },
    (response: ServerResponse) => response.end('x'),
  ],
  ['is damaged', { 'content-encoding': 'gzip' }, (response: ServerResponse) => response.end('x')],
  ['never ends', {}, (response: ServerResponse) => response.write('x')],
  ['breaks off', {}, (response: ServerResponse) => response.write('x', () => response.destroy())],
])(
  'where the status alone counts, an answer whose body %s has its status',
  async (_body, headers, send) => {
    await using server = createServer((_request, response) => {
      response.writeHead(202, headers)
      send(response)
    })
    await using guardedFetch = await openFetchTo(server)
    const outcome = await guardedFetch({
      url: 'http://shop.test/hooks',
      body: '{}',
      statusOnly: true,
      maxBytes: 10_000,
      totalTimeoutMs: 300,
    })
    expect(outcome).toMatchObject({ kind: 'response', status: 202, body: new Uint8Array() })
    server.closeAllConnections()
  },
)
