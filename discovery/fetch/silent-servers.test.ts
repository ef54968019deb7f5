import { createServer, type Server, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createFetchTo } from '#testing/discovery/fetch-to.ts'
import { listenLocally } from '#testing/serve-locally.ts'
import type { FetchLimits, GuardedFetch } from './guarded-fetch.ts'

const sockets = new Set<Socket>()
const open: (Server | GuardedFetch)[] = []
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  for (const item of open.splice(0).reverse()) await item[Symbol.asyncDispose]()
})

/** A server that sends scripted bytes at any moment. */
async function listen(handler: (socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => {
    sockets.add(socket)
    // Keep reading, or we would miss the other side closing the connection.
    socket.on('error', () => undefined).resume()
    handler(socket)
  })
  open.push(server)
  return listenLocally(server)
}

function start(port: number, limits: Partial<FetchLimits> = {}): GuardedFetch {
  const guardedFetch = createFetchTo(port, { limits })
  open.push(guardedFetch)
  return guardedFetch
}

test.each(['', 'HTTP/1.1 200 OK', 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n'])(
  'silence after %j ends as timeout and frees the slot for the next request',
  { tags: ['check-50'] },
  async (greeting) => {
    let asked = 0
    const port = await listen((socket) => {
      asked += 1
      if (asked > 2)
        socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok')
      else socket.write(greeting)
    })
    const guardedFetch = start(port, { headersTimeoutMs: 150, maxInFlight: 1 })
    for (const _ of [1, 2])
      expect(await guardedFetch({ url: 'http://shop.test/' })).toMatchObject({ cause: 'timeout' })
    expect(await guardedFetch({ url: 'http://shop.test/' })).toMatchObject({ kind: 'response' })
  },
)

describe('with the production limits', () => {
  // Only the timers of the limits are faked: sockets and promises run as usual.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
  afterEach(() => void vi.useRealTimers())

  test.each([
    ['a head', 10_000, ''],
    ['the end of a body', 30_000, 'HTTP/1.1 200 OK\r\n\r\nx'],
  ])(
    '%s that never arrives times out after %i ms, not before',
    { tags: ['check-50'] },
    async (_what, limitMs, sent) => {
      let isAsked = () => {}
      const asked = new Promise<void>((resolve) => (isAsked = resolve))
      const port = await listen((socket) => {
        socket.write(sent)
        socket.once('data', () => isAsked())
      })
      const pending = start(port)({ url: 'http://shop.test/' })
      let isOver = false
      void pending.then(() => (isOver = true))
      await asked
      // Turns of the event loop, in which a head that was sent arrives.
      for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve))
      await vi.advanceTimersByTimeAsync(limitMs - 100)
      expect(isOver).toBe(false)
      await vi.advanceTimersByTimeAsync(100)
      expect(await pending).toMatchObject({ kind: 'failed', cause: 'timeout' })
    },
  )
})
