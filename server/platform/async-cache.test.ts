import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fetchJson } from '#server/accounts/identity-provider/identity-provider.ts'
import { createFakeClock } from '#testing/fake-clock.ts'
import { createStaleWhileErrorCache } from './async-cache.ts'

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
  await expect(fetchJson(address(), 50)).rejects.toMatchObject({ name: 'TimeoutError' })
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

function keepCounting(fails: () => boolean) {
  const clock = createFakeClock()
  let asked = 0
  const kept = createStaleWhileErrorCache({
    now: clock.now,
    freshMs: 600,
    maxAgeMs: 10_000,
    minIntervalMs: 100,
    onFailure: () => undefined,
    load: async () => {
      asked += 1
      if (fails()) throw new Error('down')
      return asked
    },
  })
  return { clock, kept, asked: () => asked }
}

test('parallel callers share one request', async () => {
  const { kept, asked } = keepCounting(() => false)
  expect(await Promise.all(Array.from({ length: 9 }, () => kept.current()))).toEqual(
    Array(9).fill(1),
  )
  expect(asked()).toBe(1)
})

test('a stale answer is refetched, and outlives failures until it is too old', async () => {
  let isDown = false
  const { clock, kept } = keepCounting(() => isDown)
  expect(await kept.current()).toBe(1)
  clock.advance(601)
  expect(await kept.current()).toBe(2)
  isDown = true
  clock.advance(10_000)
  expect(await kept.current()).toBe(2)
  clock.advance(1)
  await expect(kept.current()).rejects.toThrow('down')
})

test('no request goes out during the pause after a failure, however many calls come in', async () => {
  const { clock, kept, asked } = keepCounting(() => true)
  for (let round = 0; round < 5; round += 1) await expect(kept.refreshed()).rejects.toThrow('down')
  expect(asked()).toBe(1)
  clock.advance(100)
  await expect(kept.current()).rejects.toThrow('down')
  expect(asked()).toBe(2)
})
