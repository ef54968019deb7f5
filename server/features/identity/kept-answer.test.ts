import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFakeClock } from '#testing/fake-clock.ts'
import { fetchJson } from './fetch-json.ts'
import { keepAnswer } from './kept-answer.ts'

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
])('%s is waited for only so long', async (_what, listener) => {
  answer = listener
  await expect(fetchJson(address(), 50)).rejects.toMatchObject({ name: 'TimeoutError' })
})

test('a long answer is not read to its end', async () => {
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
  const kept = keepAnswer({
    now: clock.now,
    freshMs: 600,
    keptMs: 10_000,
    restMs: 100,
    onFailure: () => undefined,
    load: async () => {
      asked += 1
      if (fails()) throw new Error('down')
      return asked
    },
  })
  return { clock, kept, asked: () => asked }
}

test('many who want an answer at once cause one question', async () => {
  const { kept, asked } = keepCounting(() => false)
  expect(await Promise.all(Array.from({ length: 9 }, () => kept.current()))).toEqual(Array(9).fill(1))
  expect(asked()).toBe(1)
})

test('an answer is asked for again when it is old, and outlives failures until it is too old', async () => {
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

test('nobody is asked again before the rest is over, whoever wants it and however often', async () => {
  const { clock, kept, asked } = keepCounting(() => true)
  for (let round = 0; round < 5; round += 1) await expect(kept.renewed()).rejects.toThrow('down')
  expect(asked()).toBe(1)
  clock.advance(100)
  await expect(kept.current()).rejects.toThrow('down')
  expect(asked()).toBe(2)
})
