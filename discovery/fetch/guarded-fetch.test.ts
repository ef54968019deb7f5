import { createCipheriv } from 'node:crypto'
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { createServer as createTcpServer, type Socket, type Server as TcpServer } from 'node:net'
import zlib from 'node:zlib'
import { afterEach, expect, test } from 'vitest'
import { createFetchTo } from '#testing/discovery/fetch-to.ts'
import { listenLocally } from '#testing/serve-locally.ts'
import type { FetchRequest } from './fetch-outcome.ts'
import type { HostLookup } from './guarded-connector.ts'
import type { GuardedFetch, GuardedFetchDeps } from './guarded-fetch.ts'

const open: (Server | TcpServer | GuardedFetch)[] = []
afterEach(async () => {
  for (const item of open.splice(0).reverse()) {
    if ('closeAllConnections' in item) item.closeAllConnections()
    await item[Symbol.asyncDispose]()
  }
})

async function listen(server: Server | TcpServer): Promise<number> {
  open.push(server)
  return listenLocally(server)
}

const serve = (handler: RequestListener) => listen(createServer(handler))
const serveTcp = (handler: (socket: Socket) => void) =>
  listen(
    createTcpServer((socket) => {
      // Keep reading, or we would miss the other side closing the connection.
      socket.on('error', () => undefined).resume()
      handler(socket)
    }),
  )

function start(port: number, deps: Partial<GuardedFetchDeps> = {}): GuardedFetch {
  const created = createFetchTo(port, deps)
  open.push(created)
  return created
}

const HOME = { url: 'http://shop.test/' }

async function fetchFrom(
  handler: RequestListener,
  request: Partial<FetchRequest> = {},
  deps: Partial<GuardedFetchDeps> = {},
) {
  const guardedFetch = start(await serve(handler), deps)
  return guardedFetch({ ...HOME, ...request })
}

const failed = (cause: string) => ({ kind: 'failed', cause })

const text = (body: Uint8Array) => new TextDecoder().decode(body)

test('a page arrives with its status, joined headers and body', async () => {
  let seen: IncomingMessage['headers'] = {}
  const outcome = await fetchFrom(
    (req, res) => {
      seen = req.headers
      res.writeHead(418, { 'X-Kind': 'tea', 'Set-Cookie': ['a=1', 'b=2'] }).end('hello')
    },
    {
      url: 'http://shop.test/tea?x=1#part',
      headers: { 'if-none-match': '"1"', 'user-agent': 'somebody else' },
    },
  )
  if (outcome.kind !== 'response') throw new Error(JSON.stringify(outcome))
  expect(outcome).toMatchObject({
    url: 'http://shop.test/tea?x=1',
    status: 418,
    redirectedFrom: [],
  })
  expect(outcome.headers).toMatchObject({ 'x-kind': 'tea', 'set-cookie': 'a=1, b=2' })
  expect(text(outcome.body)).toBe('hello')
  expect(seen).toMatchObject({
    host: 'shop.test',
    'user-agent': 'StoredawnBot/1.0 (+https://storedawn.test/bot)',
    'if-none-match': '"1"',
  })
})

test('a User-Agent without a contact is refused at creation', { tags: ['check-57'] }, () => {
  expect(() => start(80, { userAgent: 'StoredawnBot/1.0' })).toThrow(/contact|reach us/)
})

const fetchEncoded = (encoding: string, body: Uint8Array) =>
  fetchFrom((_req, res) => res.writeHead(200, { 'content-encoding': encoding }).end(body))

async function bodyOf(encoding: string, body: Uint8Array): Promise<Buffer> {
  const outcome = await fetchEncoded(encoding, body)
  if (outcome.kind !== 'response') throw new Error(JSON.stringify(outcome))
  return Buffer.from(outcome.body)
}

const LONG = Buffer.from('many words of a page '.repeat(20_000))
const ENCODERS: [string, (bytes: Uint8Array) => Uint8Array][] = [
  ['identity', (bytes) => bytes],
  ['gzip', zlib.gzipSync],
  ['x-gzip', zlib.gzipSync],
  ['deflate', zlib.deflateSync],
  ['deflate', zlib.deflateRawSync],
  ['br', zlib.brotliCompressSync],
  ['zstd', zlib.zstdCompressSync],
  ['gzip, br', (bytes) => zlib.brotliCompressSync(zlib.gzipSync(bytes))],
]
test.each(ENCODERS)('a body in %s is decoded', { tags: ['check-49'] }, async (encoding, encode) => {
  expect(LONG.equals(await bodyOf(encoding, encode(LONG)))).toBe(true)
})

test.each(ENCODERS)('a large body in %s is decoded as it arrives', async (encoding, encode) => {
  const random = createCipheriv('aes-128-ctr', Buffer.alloc(16), Buffer.alloc(16)).update(
    Buffer.alloc(300_000),
  )
  const body = encode(random)
  expect(body.length).toBeGreaterThan(70_000)
  expect(random.equals(await bodyOf(encoding, body))).toBe(true)
})

test.each<[string, Uint8Array]>([
  ['compress', Buffer.from('x')],
  ['constructor', Buffer.from('x')],
  ['__proto__', Buffer.from('x')],
  ['gzip, gzip, gzip', Buffer.from('x')],
  ['gzip', Buffer.from('not gzip at all')],
  ['gzip', zlib.gzipSync(LONG).subarray(0, 400)],
])(
  'a body in %s that cannot be decoded fails as encoding',
  { tags: ['check-49'] },
  async (encoding, body) => {
    expect(await fetchEncoded(encoding, body)).toMatchObject(failed('encoding'))
  },
)

test('an answer that names an encoding but has no body is accepted', async () => {
  const outcome = await fetchFrom((_req, res) =>
    res.writeHead(304, { 'content-encoding': 'gzip' }).end(),
  )
  expect(outcome).toMatchObject({ kind: 'response', status: 304 })
})

test(
  'a body that announces or reaches too many bytes is cut off and its connection closed',
  { tags: ['check-50'] },
  async () => {
    let closed = 0
    const port = await serve((req, res) => {
      res.once('close', () => (closed += 1))
      if (req.url === '/announced') res.writeHead(200, { 'content-length': 2000 })
      const drip = setInterval(() => res.write('x'.repeat(100)), 1)
      res.once('close', () => clearInterval(drip))
    })
    const guardedFetch = start(port)
    for (const path of ['announced', 'endless']) {
      const outcome = await guardedFetch({ url: `http://shop.test/${path}`, maxBytes: 1000 })
      expect(outcome).toMatchObject(failed('too_large'))
    }
    await expect.poll(() => closed).toBe(2)
  },
)

test(
  'headers that drip or never arrive end as timeout and free the connection',
  { tags: ['check-50'] },
  async () => {
    let closed = 0
    const port = await serveTcp((socket) => {
      socket.once('close', () => (closed += 1))
      socket.write('HTTP/1.1 200 OK\r\n')
      const drip = setInterval(() => socket.write('x-drip: 1\r\n'), 20)
      socket.once('close', () => clearInterval(drip))
    })
    const guardedFetch = start(port, { limits: { headersTimeoutMs: 150 } })
    expect(await guardedFetch(HOME)).toMatchObject(failed('timeout'))
    await expect.poll(() => closed).toBe(1)
  },
)

test('endless headers are a protocol error', async () => {
  const port = await serveTcp((socket) => {
    socket.write('HTTP/1.1 200 OK\r\n')
    const flood = setInterval(() => socket.write(`x-flood: ${'y'.repeat(4000)}\r\n`), 1)
    socket.once('close', () => clearInterval(flood))
  })
  expect(await start(port)(HOME)).toMatchObject(failed('protocol'))
})

test('a dripping body ends at the total time limit', { tags: ['check-50'] }, async () => {
  const outcome = await fetchFrom(
    (_req, res) => {
      const drip = setInterval(() => res.write('x'), 20)
      res.once('close', () => clearInterval(drip))
    },
    { totalTimeoutMs: 200 },
  )
  expect(outcome).toMatchObject(failed('timeout'))
})

test('a reset in the middle of a body is reported as reset', { tags: ['check-50'] }, async () => {
  const outcome = await fetchFrom((_req, res) => {
    res.writeHead(200, { 'content-length': 100 })
    res.write('half', () => res.socket?.resetAndDestroy())
  })
  expect(outcome).toMatchObject(failed('reset'))
})

test('an answer that is not HTTP is a protocol error', async () => {
  const port = await serveTcp((socket) => socket.end('SSH-2.0-OpenSSH\r\n'))
  expect(await start(port)(HOME)).toMatchObject(failed('protocol'))
})

test('a closed port is reported as connect, plain text on the TLS port as tls', async () => {
  const port = await serve((_req, res) => res.end('plain'))
  expect(await start(1)(HOME)).toMatchObject(failed('connect'))
  const tls = start(port, {
    connectTo: [{ host: null, port: 443, targetHost: '127.0.0.1', targetPort: port }],
  })
  expect(await tls({ url: 'https://shop.test/' })).toMatchObject(failed('tls'))
})

test('an abort before or during the request ends it as aborted', async () => {
  const guardedFetch = start(await serve(() => undefined))
  expect(await guardedFetch({ ...HOME, signal: AbortSignal.abort() })).toMatchObject({
    cause: 'aborted',
  })
  const stop = new AbortController()
  const pending = guardedFetch({ ...HOME, signal: stop.signal })
  setTimeout(() => stop.abort(), 30)
  expect(await pending).toMatchObject(failed('aborted'))
})

test('unanswered and unknown names are reported as dns', async () => {
  const port = await serve((_req, res) => res.end())
  for (const answer of [{ kind: 'none' }, { kind: 'retry', cause: 'timeout' }] as const) {
    const outcome = await start(port, { lookup: async () => answer })(HOME)
    expect(outcome).toMatchObject(failed('dns'))
  }
})

test('relative and cross-host redirects are followed and recorded', async () => {
  const outcome = await fetchFrom((req, res) => {
    if (req.url === '/') res.writeHead(301, { location: '/next' }).end('x'.repeat(1000))
    else if (req.headers.host === 'shop.test')
      res.writeHead(302, { location: '//www.shop.test/next' }).end()
    else res.end('there')
  })
  if (outcome.kind !== 'response') throw new Error(JSON.stringify(outcome))
  expect(outcome).toMatchObject({ url: 'http://www.shop.test/next' })
  expect(outcome.redirectedFrom).toEqual(['http://shop.test/', 'http://shop.test/next'])
})

test('when no redirects are allowed, the redirect itself is the response', async () => {
  const outcome = await fetchFrom(
    (_req, res) => res.writeHead(302, { location: 'http://127.0.0.1/' }).end(),
    {
      maxRedirects: 0,
    },
  )
  expect(outcome).toMatchObject({
    kind: 'response',
    status: 302,
    headers: { location: 'http://127.0.0.1/' },
  })
})

test('more than five redirects, and loops, fail as redirects', { tags: ['check-48'] }, async () => {
  const long = await fetchFrom((req, res) => res.writeHead(302, { location: `${req.url}x` }).end())
  expect(long).toMatchObject({ kind: 'failed', cause: 'redirects', url: 'http://shop.test/xxxxx' })
  const loop = await fetchFrom((_req, res) => res.writeHead(302, { location: '/' }).end())
  expect(loop).toMatchObject({ kind: 'failed', cause: 'redirects', detail: 'a loop' })
})

test.each([
  ['http://127.0.0.1/', 'private_address'],
  ['http://shop.test:8080/', 'port'],
  ['https://shop.test:22/', 'port'],
  ['http://user:secret@shop.test/', 'credentials'],
  ['http://shop.test@127.0.0.1/', 'credentials'],
  ['file:///etc/passwd', 'scheme'],
  ['gopher://shop.test/', 'scheme'],
  ['data:text/html,x', 'scheme'],
  ['http://', 'bad_url'],
  ['not a url', 'bad_url'],
  [`http://shop.test/${'x'.repeat(3000)}`, 'bad_url'],
])(
  '%s is refused, both directly and through a redirect',
  { tags: ['check-48'] },
  async (target, reason) => {
    let hits = 0
    const port = await serve((_req, res) => {
      hits += 1
      // Header values carry bytes: what is outside Latin-1 goes out percent-encoded, which URL
      // parsers undo in host names.
      res.writeHead(302, { location: target.replace(/[^\x20-\x7e]/g, encodeURIComponent) }).end()
    })
    const guardedFetch = start(port)
    expect(await guardedFetch({ url: target })).toMatchObject({ kind: 'refused', reason })
    expect(hits).toBe(0)
    // Without a scheme it is an ordinary relative address.
    if (target === 'not a url') return
    expect(await guardedFetch(HOME)).toMatchObject({ kind: 'refused', reason })
    expect(hits).toBe(1)
  },
)

test('a name with any private address is refused, even when a rule redirects the connection', async () => {
  let hits = 0
  const port = await serve((_req, res) => res.end(String((hits += 1))))
  for (const addresses of [['10.0.0.5'], ['23.227.38.65', '127.0.0.1'], ['::ffff:127.0.0.1']]) {
    const lookup = async (): Promise<HostLookup> => ({ kind: 'addresses', addresses })
    const outcome = await start(port, { lookup })(HOME)
    expect(outcome).toMatchObject({ kind: 'refused', reason: 'private_address' })
  }
  expect(hits).toBe(0)
})

test('requests to one host share a connection', async () => {
  const ports = new Set<number | undefined>()
  const guardedFetch = start(
    await serve((req, res) => res.end(String(ports.add(req.socket.remotePort).size))),
  )
  for (let i = 0; i < 5; i += 1) await guardedFetch({ url: `http://shop.test/${i}` })
  expect(ports.size).toBe(1)
})

test('idle connections close soon', async () => {
  const server = createServer((_req, res) => res.end('x'))
  const guardedFetch = start(await listen(server), { limits: { keepAliveMs: 50 } })
  for (let i = 0; i < 20; i += 1) await guardedFetch({ url: `http://shop-${i}.test/` })
  const connections = () =>
    new Promise<number>((resolve) => server.getConnections((_e, count) => resolve(count)))
  await expect.poll(connections).toBe(0)
})
