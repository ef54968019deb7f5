import { once } from 'node:events'
import { Agent, type ClientRequest, request as httpRequest } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { languages } from '#i18n/languages.ts'
import { overloaded } from '#server/platform/errors.ts'
import { readErrorMessages } from '#server/platform/http/error-messages.ts'
import { SEARCHES_PER_MINUTE } from '#server/site/blog/article-search.ts'
import { countLockWaits } from '#testing/lock-waits.ts'
import { codeOf, post, startTestApp } from '#testing/test-app.ts'

const PAGE = { accept: 'text/html' }

const pageOf = () => ({
  status: 200,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  html: 'here',
})

/** Connections that a test keeps open; the server would wait for them to close. */
const open = new Set<{ destroy: () => unknown }>()

/** The test app on its own port, reached over sockets. */
async function startServer(parts: Parameters<typeof startTestApp>[0] = {}) {
  const app = await startTestApp(parts)
  await app.fastify.listen({ port: 0, host: '0.0.0.0' })
  return {
    ctx: app.ctx,
    // Safe: it listens on a port, not on a socket file.
    port: (app.fastify.server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      for (const each of open) each.destroy()
      open.clear()
      await app[Symbol.asyncDispose]()
    },
  }
}

function ask(
  port: number,
  options: object,
  body = '',
): { sent: ClientRequest; status: Promise<number> } {
  const sent = httpRequest({ port, host: '127.0.0.1', agent: false, ...options })
  open.add(sent)
  const status = new Promise<number>((resolve, reject) => {
    sent.on('response', (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    sent.on('error', reject)
  })
  status.catch(() => undefined)
  sent.end(body)
  return { sent, status }
}

const FORGOT = {
  method: 'POST',
  path: '/api/auth/forgot-password',
  headers: { 'content-type': 'application/json' },
}

describe('one network', () => {
  async function drip(port: number, forwardedFor = ''): Promise<Socket> {
    const socket = connect({ port, host: '127.0.0.1' })
    open.add(socket)
    socket.on('error', () => undefined)
    socket.resume()
    await once(socket, 'connect')
    const forwarded = forwardedFor && `x-forwarded-for: ${forwardedFor}\r\n`
    socket.write(
      `POST ${FORGOT.path} HTTP/1.1\r\nhost: x\r\n${forwarded}content-type: application/json\r\ncontent-length: 9999\r\n\r\n{"email":"`,
    )
    return socket
  }

  test(
    'that drips 240 bodies does not block bodies from other networks',
    { tags: ['check-45'] },
    async () => {
      await using server = await startServer()
      const { port } = server
      for (let count = 0; count < 240; count += 1) await drip(port)
      const body = JSON.stringify({ email: 'ada@example.test' })
      await expect.poll(() => ask(port, FORGOT, body).status).toBe(503)
      expect(await ask(port, { ...FORGOT, localAddress: '127.0.0.2' }, body).status).toBe(200)
      expect(await ask(port, { path: '/api/public/stats' }).status).toBe(200)
    },
  )

  test(
    'is the visitor’s network, not that of a trusted proxy',
    { tags: ['check-45'] },
    async () => {
      await using server = await startServer({
        config: { TRUST_PROXY: ['127.0.0.1'] },
        maxConnectionsPerNetwork: 30,
      })
      const { port } = server
      for (let count = 0; count < 60; count += 1) await drip(port, '192.0.2.1')
      const body = JSON.stringify({ email: 'ada@example.test' })
      const from = (visitor: string) =>
        ask(port, { ...FORGOT, headers: { ...FORGOT.headers, 'x-forwarded-for': visitor } }, body)
          .status
      await expect.poll(() => from('192.0.2.1')).toBe(503)
      expect(await from('198.51.100.7')).toBe(200)
    },
  )

  test(
    'that opens too many connections is refused, and served again once it closes some',
    { tags: ['check-45'] },
    async () => {
      await using server = await startServer({ maxConnectionsPerNetwork: 20 })
      const { port } = server
      const kept = Array.from({ length: 20 }, () => connect({ port, host: '127.0.0.1' }))
      for (const socket of kept) open.add(socket)
      await Promise.all(kept.map((socket) => once(socket, 'connect')))
      const beyond = ask(port, { path: '/health' })
      expect(await beyond.status).toBe(503)
      expect(await ask(port, { path: '/health', localAddress: '127.0.0.2' }).status).toBe(200)
      for (const socket of kept) socket.destroy()
      await expect.poll(() => ask(port, { path: '/health' }).status).toBe(200)
    },
  )

  test('that searches articles faster than people type gets Retry-After, while others keep searching', async () => {
    await using app = await startTestApp()
    const search = (remoteAddress: string) =>
      app.anonymous({ url: '/api/articles/search?q=store', remoteAddress })
    for (let count = 0; count < SEARCHES_PER_MINUTE; count += 1)
      expect((await search('192.0.2.1')).statusCode).toBe(200)
    const refused = await search('192.0.2.1')
    expect(codeOf(refused)).toEqual([429, 'rate_limited'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await search('192.0.2.2')).statusCode).toBe(200)
  })
})

describe('a caller who disconnects', () => {
  test('frees its slot only when its work has ended', { tags: ['check-78'] }, async () => {
    let gate = Promise.withResolvers<void>()
    let running = 0
    await using server = await startServer({
      renderer: {
        async render() {
          running += 1
          await gate.promise
          running -= 1
          return pageOf()
        },
      },
    })
    const { port } = server
    const agent = new Agent({ maxSockets: 200 })
    open.add(agent)
    const gone = Array.from({ length: 100 }, () => ask(port, { path: '/', agent }))
    await expect.poll(() => running).toBe(100)
    const closed = gone.map(({ sent }) => new Promise((resolve) => sent.once('close', resolve)))
    for (const { sent } of gone) sent.destroy()
    await Promise.all(closed)
    // Longer than the server takes to notice that they left.
    for (let count = 0; count < 20; count += 1)
      expect(await ask(port, { path: '/', localAddress: '127.0.0.2' }).status).toBe(503)
    gate.resolve()
    await expect.poll(() => running).toBe(0)
    gate = Promise.withResolvers()
    gate.resolve()
    expect(await ask(port, { path: '/' }).status).toBe(200)
  })

  test('leaves no read statement running', { tags: ['check-78'] }, async () => {
    await using server = await startServer()
    const { port } = server
    const { db } = server.ctx
    // A lock that every search waits for simulates a slow query.
    const locked = Promise.withResolvers<void>()
    const holding = db.transaction().execute(async (tx) => {
      await sql`lock table articles in access exclusive mode`.execute(tx)
      await locked.promise
    })
    const waiting = () => countLockWaits(db)
    const asked = Array.from({ length: 3 }, (_, nth) =>
      ask(port, { path: `/api/articles/search?q=word${nth}` }),
    )
    await expect.poll(waiting).toBeGreaterThan(0)
    for (const { sent } of asked) sent.destroy()
    await expect.poll(waiting).toBe(0)
    locked.resolve()
    await holding
    // The connections serve others as before.
    const statuses = Array.from(
      { length: 20 },
      () => ask(port, { path: '/api/articles/search?q=store' }).status,
    )
    expect(new Set(await Promise.all(statuses))).toEqual(new Set([200]))
  })

  test('still gets its writes done', async () => {
    await using app = await startTestApp()
    const { db } = app.ctx
    await sql`create table noted (id integer)`.execute(db)
    const controller = new AbortController()
    const bound = app.ctx.database.dbWithSignal(controller.signal)
    const { writes } = await db.transaction().execute(async (tx) => {
      await sql`lock table noted in access exclusive mode`.execute(tx)
      const writing = sql`insert into noted values (1)`.execute(bound)
      const inTransaction = bound.transaction().execute(async (own) => {
        await sql`select id from noted`.execute(own)
        await sql`insert into noted values (2)`.execute(own)
      })
      const reading = sql`select id from noted`.execute(bound)
      reading.catch(() => undefined)
      await expect.poll(() => countLockWaits(db)).toBe(3)
      controller.abort()
      await expect(reading).rejects.toMatchObject({ code: '57014' })
      return { writes: [writing, inTransaction] } // wrapped: they end after the lock
    })
    await Promise.all(writes)
    expect((await sql`select id from noted order by id`.execute(db)).rows).toEqual([
      { id: 1 },
      { id: 2 },
    ])
    await expect(sql`select 1`.execute(bound)).rejects.toMatchObject({ code: '57014' })
  })
})

describe('a call that is answered before its handler ends', () => {
  /** The time is up, and with it ends what the handler waits for. */
  const startTimedOut = async (failure: Error) => {
    const app = await startTestApp()
    app.fastify.get('/api/slow', { handlerTimeout: 20 }, async ({ signal }) => {
      await once(signal, 'abort')
      throw failure
    })
    return app
  }

  test('logs no error when the database ends its statement', async () => {
    await using app = await startTimedOut(Object.assign(new Error('cancelled'), { code: '57014' }))
    expect((await app.anonymous('/api/slow')).statusCode).toBe(503)
    const late = () => app.ctx.testLog.entries.filter(({ reason }) => reason === 'cancelled')
    await expect.poll(late).toMatchObject([{ level: 'info', event: 'request.refused' }])
  })

  test('logs a bug once, like any other', async () => {
    await using app = await startTimedOut(new TypeError('a bug'))
    app.ctx.testLog.expectError('request.failed')
    expect((await app.anonymous('/api/slow')).statusCode).toBe(503)
    const errors = () => app.ctx.testLog.entries.filter(({ level }) => level === 'error')
    await expect.poll(errors).toMatchObject([{ event: 'request.failed' }])
  })
})

describe('a busy server', () => {
  const say = readErrorMessages()
  const startBusy = () =>
    startTestApp({
      renderer: {
        render: async () => Promise.reject(overloaded()),
        isShell: (url) => url === '/app',
      },
    })

  test.each(languages)(
    'answers with a styled page in %s that retries by itself',
    { tags: ['check-78'] },
    async (language) => {
      await using app = await startBusy()
      const answer = await app.anonymous({ url: `/blog?tag=a%22b&lang=${language}`, headers: PAGE })
      expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5'])
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
      expect([answer.headers['content-language'], answer.headers['cache-control']]).toEqual([
        language,
        'no-store',
      ])
      const html = answer.body
      expect(html).toContain(`<html lang="${language}" dir="ltr">`)
      for (const key of ['busy_title', 'busy_by_itself', 'busy_try_now'])
        expect(html).toContain(say(language, key))
      expect(html).toContain('role="status"')
      const [, nonce] =
        /'nonce-([^']+)'/.exec(String(answer.headers['content-security-policy'])) ?? []
      for (const [tag] of html.matchAll(/<(?:script|style)[^>]*>/g))
        expect(tag).toContain(`nonce="${nonce}"`)
      // Without a script the page reloads too, at the same address, and waits more than 5 seconds.
      const [, seconds] =
        /<noscript><meta http-equiv="refresh" content="(\d+)"><\/noscript>/.exec(html) ?? []
      expect(Number(seconds)).toBeGreaterThan(5)
      expect(html).toContain('href="/blog?tag=a%22b&amp;lang=')
    },
  )

  test('links only to itself, even for an address that a link would take for that of another host', async () => {
    await using app = await startBusy()
    const { body } = await app.anonymous({ url: '//evil.example/x?y=1', headers: PAGE })
    expect(body).toContain('class="button" href="/evil.example/x?y=1"')
  })

  test('uses the language and color theme that the visitor chose before', async () => {
    await using app = await startBusy()
    const headers = { ...PAGE, cookie: 'theme=dark; language=tr', 'accept-language': 'de' }
    const { body } = await app.anonymous({ url: '/', headers })
    expect(body).toContain('<html lang="tr" dir="ltr" data-theme="dark">')
  })

  test('refuses pages other than the shell, and marks requests it never began as safe to repeat', async () => {
    const gate = Promise.withResolvers<void>()
    await using app = await startTestApp({
      renderer: {
        async render({ url }) {
          if (url !== '/app') await gate.promise
          return pageOf()
        },
        isShell: (url) => url === '/app',
      },
    })
    let refusals = 0
    const asked = Array.from({ length: 120 }, async () => {
      const { statusCode } = await app.anonymous('/')
      if (statusCode === 503) refusals += 1
      return statusCode
    })
    await expect.poll(() => refusals).toBe(20)
    expect((await app.anonymous('/app')).statusCode).toBe(200)
    expect((await app.anonymous('/health')).statusCode).toBe(200)
    const refused = await post(app.anonymous, FORGOT.path, { email: 'a@example.test' })
    expect(refused.json()).toMatchObject({ code: 'overloaded', isSafeToRepeat: true })
    gate.resolve()
    expect((await Promise.all(asked)).filter((status) => status === 200)).toHaveLength(100)
  })
})
