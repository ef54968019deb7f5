import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allEndpoints } from '#contracts/all-endpoints.ts'
import type { AnyEndpoint } from '#contracts/endpoint.ts'
import { ErrorBody } from '#contracts/errors.ts'
import { createApp, startApi } from '#server/app.ts'
import { overloaded } from '#server/errors.ts'
import { insertUser } from '#testing/factories.ts'
import { createTestContext } from '#testing/test-context.ts'
import { type Answer, startTestApp, type TestApp } from '#testing/test-app.ts'

let world: TestApp
beforeAll(async () => {
  world = await startTestApp({ renderer: { render: async ({ nonce, url }) => pageOf(nonce, url) } })
})
afterAll(() => world[Symbol.asyncDispose]())

const pageOf = (nonce: string, url: string) => ({
  status: url.startsWith('/missing') ? 404 : 200,
  headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'private, no-cache' },
  html: `<!doctype html><script nonce="${nonce}">0</script>`,
})

describe('who may call what', () => {
  const callers = ['anonymous', 'forged', 'revoked', 'deleted', 'GUEST', 'PRO_USER', 'PLUS_USER'] as const
  type Caller = (typeof callers)[number]

  /** What the access rule alone answers; null = it lets the caller through. */
  function refusalFor({ access }: AnyEndpoint, caller: Caller): string | null {
    if (access === 'public') return null
    if (caller === 'anonymous' || caller === 'forged') return 'authentication_required'
    if (caller === 'revoked' || caller === 'deleted') return 'session_expired'
    return access === 'paid' && caller === 'GUEST' ? 'plan_required' : null
  }

  async function tokenOf(caller: Caller): Promise<string | null> {
    if (caller === 'anonymous') return null
    if (caller === 'forged') return 'eyJhbGciOiJub25lIn0.e30.'
    const isStale = caller === 'revoked' || caller === 'deleted'
    const { userId } = await insertUser(world.ctx, { role: isStale ? 'PLUS_USER' : caller })
    const { token } = await world.openSession(userId)
    const sessions = world.ctx.db.updateTable('sessions').set({ revoked_at: world.ctx.now() })
    if (caller === 'revoked') await sessions.where('user_id', '=', userId).execute()
    if (caller === 'deleted') await world.ctx.db.deleteFrom('users').where('id', '=', userId).execute()
    return token
  }

  const matrix = allEndpoints.flatMap((endpoint) =>
    callers.map((caller) => ({ endpoint, caller, name: endpoint.name })),
  )

  test.each(matrix)('$name as $caller', async ({ endpoint, caller }) => {
    const token = await tokenOf(caller)
    const answer = await world.anonymous({
      method: endpoint.method,
      url: endpoint.path.replace(':id', '1-1').replace(':domain', 'nowhere.example'),
      headers: token === null ? {} : { authorization: `Bearer ${token}` },
      ...(endpoint.body && { payload: {} }),
    })
    const refusal = refusalFor(endpoint, caller)
    if (refusal !== null) {
      expect(answer.json().code).toBe(refusal)
      expect(answer.statusCode).toBe(refusal === 'plan_required' ? 403 : 401)
    } else {
      expect([401, 403, 500]).not.toContain(answer.statusCode)
    }
    if (endpoint.access !== 'public') expect(answer.headers['cache-control']).toBe('no-store')
  })

  test('every address of the server is described', () => {
    const described = new Set([...allEndpoints.map(({ path }) => path), '/api/openapi.json', '/*', '*'])
    const addresses = addressesIn(world.app.printRoutes({ commonPrefix: false }))
    expect(addresses).toEqual(expect.arrayContaining(allEndpoints.map(({ path }) => path)))
    const isFile = (address: string) => /^\/(assets|locales)\/|\.\w+$/.test(address)
    expect(addresses.filter((address) => !described.has(address) && !isFile(address))).toEqual([])
  })

  /** The tree that Fastify draws has one level per four characters, and a path in pieces along its branches. */
  function addressesIn(tree: string): string[] {
    const branch: string[] = []
    return tree.split('\n').flatMap((line) => {
      const [, indent = '', piece = '', methods] =
        /^([│ ]*)[├└]── (\S*?)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? []
      if (!piece) return []
      branch.splice(indent.length / 4, Number.POSITIVE_INFINITY, piece)
      return methods ? [branch.join('')] : []
    })
  }

  test('a guest who asks for more leaves a trace', async () => {
    const { send, userId } = await world.as('GUEST')
    await send('/api/stores')
    const events = await world.ctx.db
      .selectFrom('audit_events')
      .selectAll()
      .where('user_id', '=', userId)
      .execute()
    expect(events.map(({ kind, detail }) => [kind, detail])).toContainEqual([
      'access.plan_required',
      { endpoint: 'listStores' },
    ])
  })

  test('what a query, a cookie or a header claims does not open anything', async () => {
    const { token } = await world.as('PRO_USER')
    for (const url of [
      `/api/stores?token=${token}`,
      '/api/stores?success=true&checkout_id=x',
      '/api/stores?role=PRO_USER',
    ]) {
      expect((await world.anonymous(url)).statusCode).toBe(401)
    }
    const headers = { cookie: `jwt=${token}`, 'x-user-role': 'PRO_USER' }
    expect((await world.anonymous({ url: '/api/stores', headers })).statusCode).toBe(401)
  })
})

describe('headers of every kind of answer', () => {
  const kinds: [string, () => Promise<Answer>][] = [
    ['a page', () => world.anonymous('/')],
    ['a missing page', () => world.anonymous('/missing')],
    ['a public call', () => world.anonymous('/api/public/stats')],
    ['a private call', async () => (await world.as('PRO_USER')).send('/api/stores')],
    ['a refusal', () => world.anonymous('/api/stores')],
    ['a missing call', () => world.anonymous('/api/nothing')],
    ['a wrong method', () => world.anonymous({ method: 'DELETE', url: '/api/stores' })],
    ['a missing file', () => world.anonymous('/assets/nothing.js')],
    ['an address that is none', () => world.anonymous('/%zz')],
    ['a parameter that is too long', () => world.anonymous(`/api/stores/details/${'a'.repeat(400)}`)],
    ['the health check', () => world.anonymous('/health')],
    ['the description of the API', () => world.anonymous('/api/openapi.json')],
  ]

  test.each(kinds)('%s', async (_kind, ask) => {
    const { headers } = await ask()
    const policy = String(headers['content-security-policy'])
    const nonce = /script-src 'self' 'nonce-([A-Za-z0-9+/=]{22,})'/.exec(policy)?.[1]
    expect(nonce).toBeDefined()
    expect(policy.split('; ')).toEqual(
      expect.arrayContaining([
        `style-src 'self' 'nonce-${nonce}'`,
        `img-src 'self' https: data:`,
        `connect-src 'self'`,
        `font-src 'self'`,
        `object-src 'none'`,
        `base-uri 'none'`,
        `frame-ancestors 'none'`,
      ]),
    )
    expect(policy).not.toMatch(/unsafe|\*/)
    const [, seconds] = /max-age=(\d+)/.exec(String(headers['strict-transport-security'])) ?? []
    expect(Number(seconds)).toBeGreaterThanOrEqual(31_536_000)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
    })
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
    expect(headers).not.toHaveProperty('access-control-allow-origin')
    expect(headers).not.toHaveProperty('x-powered-by')
    expect(headers).not.toHaveProperty('server')
  })

  test('a nonce is used once and stands in its page', async () => {
    const [first, second] = [await world.anonymous('/'), await world.anonymous('/')]
    const nonceOf = (answer: Answer) => /<script nonce="([^"]+)">/.exec(answer.body)?.[1]
    expect(first.headers['content-security-policy']).toContain(`'nonce-${nonceOf(first)}'`)
    expect(nonceOf(first)).not.toBe(nonceOf(second))
  })

  test('pages whose address holds a secret send no referrer', async () => {
    for (const url of [
      '/reset-password?token=x',
      '/password-reset',
      '/email-verification?token=x',
      '/anything?token=x',
    ]) {
      expect([url, (await world.anonymous(url)).headers['referrer-policy']]).toEqual([url, 'no-referrer'])
    }
  })

  test('a foreign origin is told nothing', async () => {
    const headers = { origin: 'https://evil.example', 'access-control-request-method': 'GET' }
    for (const method of ['GET', 'OPTIONS'] as const) {
      const answer = await world.anonymous({ method, url: '/api/public/stats', headers })
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
    }
  })
})

describe('refusals', () => {
  const post = (payload: string, contentType: string) =>
    world.anonymous({
      method: 'POST',
      url: '/api/auth/email-signin',
      headers: { 'content-type': contentType },
      payload,
    })

  test.each<[string, number, string, () => Promise<Answer>]>([
    ['an unknown call', 404, 'not_found', () => world.anonymous('/api/nothing')],
    [
      'an unknown call with a body',
      404,
      'not_found',
      () => world.anonymous({ method: 'POST', url: '/api/nothing', payload: { a: 1 } }),
    ],
    ['a call dressed as a style sheet', 404, 'not_found', () => world.anonymous('/api/users/profile/x.css')],
    ['a known call dressed as a style sheet', 404, 'not_found', () => world.anonymous('/api/auth/me/x.css')],
    ['a missing file', 404, 'not_found', () => world.anonymous('/assets/x.js')],
    [
      'a wrong method',
      405,
      'method_not_allowed',
      () => world.anonymous({ method: 'DELETE', url: '/api/stores' }),
    ],
    [
      'TRACE',
      405,
      'method_not_allowed',
      () => world.anonymous({ method: 'TRACE' as 'GET', url: '/api/stores' }),
    ],
    [
      'a method nobody knows',
      405,
      'method_not_allowed',
      () => world.anonymous({ method: 'PROPFIND' as 'GET', url: '/api/stores' }),
    ],
    [
      'a form sent to a page',
      405,
      'method_not_allowed',
      () => world.anonymous({ method: 'POST', url: '/pricing', payload: 'a=b' }),
    ],
    [
      'JSON as text',
      415,
      'unsupported_media_type',
      () => post('{"email":"a@b.c","password":"x"}', 'text/plain'),
    ],
    ['a form', 415, 'unsupported_media_type', () => post('email=a', 'application/x-www-form-urlencoded')],
    [
      'a body above 1 MiB',
      413,
      'payload_too_large',
      () => post(JSON.stringify({ email: 'x'.repeat(1024 * 1024) }), 'application/json'),
    ],
    ['half a body', 400, 'invalid_request', () => post('{"email":', 'application/json')],
    ['an empty body', 400, 'invalid_request', () => post('', 'application/json')],
    ['a body of null', 400, 'invalid_request', () => post('null', 'application/json')],
    [
      'a poisoned prototype',
      400,
      'invalid_request',
      () => post('{"__proto__":{"role":"PRO_USER"},"email":"a@b.c","password":"x"}', 'application/json'),
    ],
    [
      'NUL in a field',
      400,
      'invalid_request',
      () => post('{"email":"a\\u0000@b.c","password":"x"}', 'application/json'),
    ],
    [
      'a deep body',
      400,
      'invalid_request',
      () => post('['.repeat(100_000) + ']'.repeat(100_000), 'application/json'),
    ],
    ['an address that is none', 400, 'invalid_request', () => world.anonymous('/%zz')],
  ])('%s is %i %s', async (_what, status, code, ask) => {
    const answer = await ask()
    expect([answer.statusCode, answer.json().code]).toEqual([status, code])
    const { message, requestId, field, ...rest } = answer.json()
    expect(rest).toEqual({ code })
    expect(message).not.toBe(code)
    expect(requestId).toBe(answer.headers['x-request-id'])
    expect(typeof field).toMatch(/string|undefined/)
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  })

  test('a wrong method learns the right ones', async () => {
    expect((await world.anonymous({ method: 'PUT', url: '/api/auth/me' })).headers['allow']).toBe('GET, HEAD')
    expect((await world.anonymous('/api/auth/logout')).headers['allow']).toBe('POST')
  })

  test('the message speaks the language that was asked for', async () => {
    const message = async (language: string) =>
      (await world.anonymous({ url: '/api/stores', headers: { 'accept-language': language } })).json().message
    const messages = await Promise.all(['en', 'tr', 'es-MX', 'fr', 'de-AT', 'pt-BR'].map(message))
    expect(new Set(messages).size).toBe(6)
    expect(await message('xx')).toBe(messages[0])
  })

  test('access is checked before the body is looked at', async () => {
    const answer = await world.anonymous({
      method: 'POST',
      url: '/api/auth/logout',
      payload: '{',
      headers: { 'content-type': 'application/json' },
    })
    expect(answer.statusCode).toBe(401)
  })

  test('a bug tells the caller nothing and the log everything', async () => {
    const ctx = await createTestContext()
    try {
      ctx.testLog.expectError('request.failed')
      const app = await createApp(ctx)
      await sql`alter table product_trends rename to hidden`.execute(ctx.db)
      const answer = await app.inject('/api/public/stats')
      expect(answer.statusCode).toBe(500)
      expect(Object.keys(answer.json()).toSorted()).toEqual(['code', 'message', 'requestId'])
      expect(answer.body).not.toMatch(/product_trends|relation|select|at |\.ts/i)
      const logged = ctx.testLog.entries.find(({ event }) => event === 'request.failed')
      expect(logged).toMatchObject({ level: 'error', requestId: answer.json().requestId })
      expect(JSON.stringify(logged)).toContain('product_trends')
      await app.close()
    } finally {
      await ctx[Symbol.asyncDispose]()
    }
  })

  test('a page that cannot be made is a page that says so', async () => {
    await using broken = await startTestApp({
      renderer: { render: async () => Promise.reject(new Error('secret detail')) },
    })
    broken.ctx.testLog.expectError('request.failed')
    const answer = await broken.anonymous({
      url: '/pricing',
      headers: { accept: 'text/html', 'accept-language': 'de' },
    })
    expect(answer.statusCode).toBe(500)
    expect(answer.headers['content-type']).toContain('text/html')
    expect(answer.body).toContain(String(answer.headers['x-request-id']))
    expect(answer.body).not.toContain('secret detail')
  })

  test('neither tokens nor addresses reach the log', async () => {
    const { token, send } = await world.as('PRO_USER')
    await send('/api/stores?token=canary-query&email=canary%40example.test')
    await world.anonymous('/reset-password?token=canary-reset')
    await world.anonymous({
      method: 'POST',
      url: '/api/auth/email-signin',
      headers: { cookie: 'x=canary-cookie' },
      payload: { email: 'canary@example.test', password: 'canary-password' },
    })
    const log = JSON.stringify(world.ctx.testLog.entries)
    expect(log).toContain('request.answered')
    expect(log).not.toContain('canary')
    expect(log).not.toContain(token)
  })
})

describe('the description of the API', () => {
  test('lists every call with its parameters, answers and access', async () => {
    const answer = await world.anonymous('/api/openapi.json')
    const document = answer.json()
    expect(document).toMatchObject({ openapi: '3.1.0', info: { title: 'Storedawn' } })
    for (const endpoint of allEndpoints) {
      const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
      const operation = document.paths[path]?.[endpoint.method.toLowerCase()]
      expect(operation).toMatchObject({ operationId: endpoint.name, summary: endpoint.summary })
      expect(operation.security).toEqual(endpoint.access === 'public' ? [] : [{ session: [] }])
      const inPath = operation.parameters.filter((parameter: { in: string }) => parameter.in === 'path')
      expect(inPath.map(({ name }: { name: string }) => `{${name}}`)).toEqual(path.match(/\{\w+\}/g) ?? [])
      expect(operation.responses['200'].content['application/json'].schema).toHaveProperty('type', 'object')
      expect(Boolean(operation.requestBody)).toBe(Boolean(endpoint.body))
    }
    const ids = Object.values<Record<string, { operationId: string }>>(document.paths).flatMap((item) =>
      Object.values(item).map(({ operationId }) => operationId),
    )
    expect(new Set(ids).size).toBe(allEndpoints.length)
  })

  test('points only at what it holds', async () => {
    const document = (await world.anonymous('/api/openapi.json')).json()
    const references = JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)
    const missing = [...references].filter(
      ([, path = '']) => path.split('/').reduce((node, key) => node?.[key], document) === undefined,
    )
    expect(missing).toEqual([])
  })

  test('says of query values what the server accepts', async () => {
    const { parameters } = (await world.anonymous('/api/openapi.json')).json().paths['/api/stores'].get
    const byName = new Map<string, { required: boolean; schema: Record<string, unknown> }>(
      parameters.map((parameter: { name: string; required: boolean; schema: object }) => [
        parameter.name,
        parameter,
      ]),
    )
    expect(byName.get('size')).toMatchObject({
      required: false,
      schema: { type: 'string', pattern: String.raw`^\d{1,9}$` },
    })
    expect(byName.get('date')?.schema).toEqual({ type: 'string', format: 'date' })
    expect(byName.get('sortBy')?.schema['enum']).toEqual([
      'foundAt',
      'visibleAt',
      'name',
      'productCount',
      'country',
    ])
  })
})

describe('under load and at the end', () => {
  test('a 503 says when to come back', async () => {
    await using busy = await startTestApp({ renderer: { render: async () => Promise.reject(overloaded()) } })
    const answer = await busy.anonymous('/')
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5'])
    expect(answer.json()).toMatchObject({ code: 'overloaded', retryAfterSeconds: 5 })
  })

  test('of two hundred slow requests some are refused at once, the others answered, and health is not held up', async () => {
    let release = () => {}
    const gate = new Promise<void>((resolve) => {
      release = resolve
    })
    await using slow = await startTestApp({
      renderer: { render: async ({ nonce, url }) => gate.then(() => pageOf(nonce, url)) },
    })
    const answers = Array.from({ length: 200 }, () => slow.anonymous('/'))
    await sleep(200)
    const health = await slow.anonymous('/health')
    expect([health.statusCode, health.json().status]).toEqual([200, 'ok'])
    release()
    const statuses = (await Promise.all(answers)).map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status === 200)).toHaveLength(100)
    expect(statuses.filter((status) => status === 503)).toHaveLength(100)
    await sleep(50)
    expect((await slow.anonymous('/')).statusCode).toBe(200)
  })

  test('a query that takes long does not hold up the health check', async () => {
    await world.anonymous('/health')
    const query = sql`select pg_sleep(2.5)`.execute(world.ctx.db)
    for (let round = 0; round < 20; round += 1) {
      const start = performance.now()
      const health = await world.anonymous('/health')
      expect([health.statusCode, health.json().status]).toEqual([200, 'ok'])
      expect(performance.now() - start).toBeLessThan(300)
      await sleep(100)
    }
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

  test('what is no HTTP at all gets a readable refusal and no detail', async () => {
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

type HttpAnswer = { status: number | undefined; headers: Record<string, unknown>; body: string }

function get(url: string): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(url, async (response) => {
      let body = ''
      for await (const part of response) body += String(part)
      resolve({ status: response.statusCode, headers: response.headers, body })
    })
    sent.on('error', reject)
    sent.end()
  })
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
