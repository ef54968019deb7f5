import { Agent, request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MAX_LIST_QUERY } from '#contracts/catalog/store-filters.ts'
import { ErrorBody } from '#contracts/error-body.ts'
import { startApi } from '#server/run-server.ts'
import { overloaded } from '#server/platform/errors.ts'
import { startTestApp } from '#testing/test-app.ts'
import { createTestContext } from '#testing/test-context.ts'

const pageOf = (nonce: string, url: string) => ({
  status: url.startsWith('/missing') ? 404 : 200,
  headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'private, no-cache' },
  html: `<!doctype html><script nonce="${nonce}">0</script>`,
})

describe('under load and on shutdown', () => {
  test('a 503 says when to retry', async () => {
    await using busy = await startTestApp({
      renderer: { render: async () => Promise.reject(overloaded()) },
    })
    const answer = await busy.anonymous('/')
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5'])
    expect(answer.json()).toMatchObject({ code: 'overloaded', retryAfterSeconds: 5 })
  })

  test(
    'two hundred slow requests are answered or refused at once, and health checks stay fast',
    { tags: ['check-78'] },
    async () => {
      let gate = Promise.withResolvers<void>()
      let isDatabaseUnavailable = false
      await using slow = await startTestApp({
        renderer: { render: async ({ nonce, url }) => gate.promise.then(() => pageOf(nonce, url)) },
        isDatabaseUnavailable: () => isDatabaseUnavailable,
      })
      const askTwoHundred = () => {
        const refused: unknown[] = []
        const ask = async () => {
          const { statusCode, headers } = await slow.anonymous('/')
          if (statusCode === 503) refused.push(headers['retry-after'])
          return statusCode
        }
        return { refused, statuses: Promise.all(Array.from({ length: 200 }, ask)) }
      }
      const first = askTwoHundred()
      await expect.poll(() => first.refused).toEqual(Array(100).fill('5'))
      const health = await slow.anonymous('/health')
      expect([health.statusCode, health.json().status]).toEqual([200, 'ok'])
      gate.resolve()
      expect((await first.statuses).filter((status) => status === 200)).toHaveLength(100)
      expect((await slow.anonymous('/')).statusCode).toBe(200)

      // Requests that wait for the database do not block others.
      gate = Promise.withResolvers()
      isDatabaseUnavailable = true
      const second = askTwoHundred()
      await slow.anonymous('/health') // by now all of them have arrived
      gate.resolve()
      expect(new Set(await second.statuses)).toEqual(new Set([200]))
    },
  )

  test('a lagging process refuses expensive calls, and still serves files and health checks', async () => {
    // No process is this punctual: it counts as lagging from its first measurement on.
    await using lagging = await startTestApp({ maxEventLoopDelayMs: 1e-6 })
    const statusOf = async (url: string) => (await lagging.anonymous(url)).statusCode
    await expect.poll(() => statusOf('/api/public/stats')).toBe(503)
    expect(await statusOf('/health')).toBe(200)
    expect(await statusOf('/locales/en/common.json')).toBe(200)
    expect(await statusOf('/assets/no-such-file.js')).toBe(404)
  })

  test('a long query does not delay the health check', { tags: ['check-76'] }, async () => {
    await using app = await startTestApp()
    await app.anonymous('/health')
    let isOver = false
    const query = sql`select pg_sleep(600)`.execute(app.ctx.db).catch(() => (isOver = true))
    for (let round = 0; round < 20; round += 1) {
      const health = await app.anonymous('/health')
      expect([health.statusCode, health.json().status, isOver]).toEqual([200, 'ok', false])
      await sleep(50)
    }
    await sql`select pg_cancel_backend(pid) from pg_stat_activity
      where query like '%pg_sleep(600)%' and pid <> pg_backend_pid()`.execute(app.ctx.db)
    await query
  })

  test('stopping lets running requests finish and refuses new ones', async () => {
    await using ctx = await createTestContext({ config: { PORT: 0, HOST: '127.0.0.1' } })
    const api = await startApi(ctx)
    const url = new URL(api.address)
    const slow = sql`select pg_sleep(0.5)`.execute(ctx.db)
    const first = await get(`${api.address}/api/public/stats`)
    expect(first.headers.connection).not.toBe('close')
    const running = get(`${api.address}/api/public/stats?date=2026-03-09`)
    await sleep(20)
    const stopped = api.stop()
    const late = await get(`${api.address}/api/public/stats`)
    expect([late.status, late.headers.connection]).toEqual([200, 'close'])
    expect((await running).status).toBe(200)
    await Promise.all([stopped, slow])
    await expect(get(`${url.origin}/health`)).rejects.toThrow(/ECONNREFUSED/)
  })

  test(
    'stopping under a hundred requests a second breaks no accepted request',
    { tags: ['check-82'] },
    async () => {
      await using ctx = await createTestContext({ config: { PORT: 0, HOST: '127.0.0.1' } })
      const api = await startApi(ctx)
      const ask = (index: number) =>
        get(`${api.address}/api/public/stats?date=2026-03-0${1 + (index % 9)}`).then(
          ({ status = 0 }) => status,
          // Reset before the server took it: the kernel had queued the connection when the server
          // stopped listening.
          (error: Error) => /ECONNREFUSED|ECONNRESET/.exec(error.message)?.[0] ?? error.message,
        )
      const outcomes: Promise<number | string>[] = []
      let stopped: Promise<void> | undefined
      for (let index = 0; index < 150; index += 1) {
        if (index === 60) stopped = api.stop()
        outcomes.push(ask(index))
        await sleep(10)
      }
      await stopped
      outcomes.push(ask(0)) // a slow machine may still be stopping at the one before
      const seen = await Promise.all(outcomes)
      const answered = ctx.testLog.entries.filter(({ event }) => event === 'request.answered')
      expect(seen.filter((outcome) => outcome === 200)).toHaveLength(answered.length)
      expect(answered.length).toBeGreaterThanOrEqual(30)
      const refused = new Set(seen.filter((outcome) => outcome !== 200))
      expect([...refused].filter((outcome) => !String(outcome).startsWith('ECONN'))).toEqual([])
      expect(refused.size).toBeGreaterThan(0)
    },
  )

  test('input that is not HTTP gets a readable refusal without details', async () => {
    await using ctx = await createTestContext({ config: { PORT: 0, HOST: '127.0.0.1' } })
    const api = await startApi(ctx)
    const raw = await talk(Number(new URL(api.address).port), 'NONSENSE\r\n\r\n')
    await api.stop()
    const [head = '', body = ''] = raw.split('\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
    expect(head).toMatch(/x-content-type-options: nosniff/)
    expect(ErrorBody.parse(JSON.parse(body))).toMatchObject({ code: 'invalid_request' })
  })
})

describe('the target of a request', () => {
  let api: { port: number; ask: (target: string, host?: string) => Promise<string> }
  let stop: () => PromiseLike<void>
  beforeAll(async () => {
    const app = await startTestApp({ config: { PUBLIC_ORIGIN: 'https://storedawn.example' } })
    await app.fastify.listen({ port: 0, host: '127.0.0.1' })
    const [bound] = app.fastify.addresses()
    const { port } = bound as { port: number }
    const ask = (target: string, host = 'storedawn.example') =>
      talk(port, `GET ${target} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`)
    api = { port, ask }
    stop = () => app[Symbol.asyncDispose]()
  })
  afterAll(() => stop())

  test.each([
    ['http://evil.example/', 'storedawn.example'],
    ['http://evil.example/', 'evil.example'],
    ['http://evil.example/api/public/stats', 'storedawn.example'],
    ['https://storedawn.example.evil.example/health', 'storedawn.example'],
    ['ftp://storedawn.example/health', 'storedawn.example'],
  ])('a full URL of another server is refused: %s with Host %s', async (target, host) => {
    const [head = '', body = ''] = (await api.ask(target, host)).split('\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
    expect(ErrorBody.parse(JSON.parse(body))).toMatchObject({ code: 'invalid_request' })
  })

  test('two Host headers are refused, whether they are equal or not', async () => {
    for (const second of ['evil.example', 'storedawn.example'])
      expect(await api.ask('/health', `storedawn.example\r\nHOST: ${second}`)).toMatch(
        /^HTTP\/1\.1 400 Bad Request\r\n/,
      )
    expect(await api.ask('/health')).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
  })

  test('the longest query of a list fits beside a token and the headers of a browser, one twice as long does not', async () => {
    const query = `apps=${'a%2C'.repeat(MAX_LIST_QUERY / 4)}`.slice(0, MAX_LIST_QUERY)
    const token = `storedawn.example\r\nauthorization: Bearer ${'t'.repeat(2_000)}`
    const referrer = `${token}\r\nreferer: https://storedawn.example/list?${'r'.repeat(4_000)}`
    expect(await api.ask(`/api/stores?${query}`, referrer)).toMatch(/^HTTP\/1\.1 401 /)
    expect(await api.ask(`/api/stores?${query}${query}`, token)).toMatch(/^HTTP\/1\.1 431 /)
  })

  test('a full URL of this server is answered like its path', async () => {
    expect(await api.ask('https://storedawn.example/health')).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
    expect(await api.ask('https://storedawn.example/assets/none.js')).toMatch(/^HTTP\/1\.1 404 /)
  })
})

type HttpAnswer = { status: number | undefined; headers: Record<string, unknown>; body: string }

function get(url: string): Promise<HttpAnswer> {
  const agent = new Agent({ keepAlive: true })
  return new Promise<HttpAnswer>((resolve, reject) => {
    const sent = httpRequest(url, { agent }, async (response) => {
      let body = ''
      for await (const part of response) body += String(part)
      resolve({ status: response.statusCode, headers: response.headers, body })
    })
    sent.on('error', reject)
    sent.end()
  }).finally(() => agent.destroy())
}

function talk(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let heard = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    socket.on('data', (part) => (heard += String(part)))
    socket.on('close', () => resolve(heard))
    socket.on('error', reject)
  })
}
