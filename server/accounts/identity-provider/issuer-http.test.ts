import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fetchJson } from './issuer-http.ts'

let answer: RequestListener = (_request, response) => response.end('{}')
const server = createServer((request, response) => answer(request, response))
const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

test.each<[string, RequestListener]>([
  ['silence', () => undefined],
  ['a body that never ends', (_request, response) => response.write('{')],
])('%s times out', async (_what, listener) => {
  answer = listener
  await expect(fetchJson(address(), {}, 50)).rejects.toMatchObject({ name: 'TimeoutError' })
})

test('an overlong answer is cut off', async () => {
  let sentBytes = 0
  answer = (_request, response) => {
    const pour = () => {
      while (!response.destroyed && sentBytes < 50_000_000 && response.write(' '.repeat(64 * 1024)))
        sentBytes += 64 * 1024
    }
    response.on('drain', pour)
    pour()
  }
  await expect(fetchJson(address())).rejects.toThrow('more than')
  expect(sentBytes).toBeLessThan(50_000_000)
})
