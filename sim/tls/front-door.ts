import { once } from 'node:events'
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import type { Answer, Asked, Respond } from '../http-answer.ts'
import { splitHost } from '../shop-platform/split-host.ts'
import type { LeafCertificates } from './leaf-certificates.ts'

export type FrontDoor = AsyncDisposable & { tlsPort: number; httpPort: number }

/** One listener for all https hosts of the world and one for port 80. */
export async function startFrontDoor(
  certificates: LeafCertificates,
  respond: Respond,
  now: () => number,
): Promise<FrontDoor> {
  const numberOf = connectionNumbers()
  const tls = createHttpsServer({
    SNICallback: (name, done) =>
      done(null, certificates.contextFor(splitHost(name.toLowerCase()).domain)),
    // An open connection takes some hundred kilobytes; visitors return within a second or two.
    keepAliveTimeout: 5_000,
    keepAliveTimeoutBuffer: 0,
    requestTimeout: 30_000,
  })
  tls.on('request', (request, response) =>
    answer(request, response, respond, now, numberOf(request.socket)),
  )
  // A client that aborts a handshake or a request is not our error.
  tls.on('tlsClientError', () => {})
  const http = createHttpServer((request, response) => {
    response.writeHead(301, { location: `https://${hostOf(request)}${request.url ?? '/'}` }).end()
  })
  await Promise.all([listen(tls), listen(http)])
  return {
    tlsPort: (tls.address() as AddressInfo).port,
    httpPort: (http.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      await Promise.all([close(tls), close(http)])
    },
  }
}

async function listen(server: Server): Promise<void> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
}

async function close(server: Server): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  server.closeAllConnections()
  await closed
}

function connectionNumbers(): (socket: Socket) => number {
  const numbers = new WeakMap<Socket, number>()
  let last = 0
  return (socket) => {
    const known = numbers.get(socket)
    if (known !== undefined) return known
    numbers.set(socket, ++last)
    return last
  }
}

const hostOf = (request: IncomingMessage): string =>
  (request.headers.host ?? '').toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '')

function answer(
  request: IncomingMessage,
  response: ServerResponse,
  respond: Respond,
  now: () => number,
  connection: number,
): void {
  request.resume()
  const asked = askedFrom(request, now(), connection)
  if (!asked) {
    response.writeHead(400).end()
    return
  }
  const given = respond(asked)
  const { mishap } = given
  if (mishap?.kind === 'silence') return
  if (mishap?.kind === 'reset') resetHalfway(response, given)
  else if (mishap?.kind === 'stall') stallHalfway(response, given, mishap.ms)
  else if (mishap?.kind === 'delay')
    setTimeout(() => send(request, response, given), mishap.ms).unref()
  else send(request, response, given)
}

function askedFrom(request: IncomingMessage, nowMs: number, connection: number): Asked | null {
  const url = URL.parse(request.url ?? '/', 'https://host')
  if (!url) return null
  const header = (name: string): string | undefined => {
    const value = request.headers[name]
    return Array.isArray(value) ? value.join(', ') : value
  }
  return {
    method: request.method ?? 'GET',
    host: hostOf(request),
    path: url.pathname,
    query: url.searchParams,
    header,
    nowMs,
    connection,
  }
}

// Below this size compression costs more than it saves.
const LEAST_COMPRESSED_BYTES = 900

function send(request: IncomingMessage, response: ServerResponse, given: Answer): void {
  let body: Buffer = typeof given.body === 'string' ? Buffer.from(given.body) : given.body
  const headers: Answer['headers'] = { ...given.headers }
  const accepts = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))
  if (accepts && !given.isEncoded && body.length >= LEAST_COMPRESSED_BYTES) {
    body = gzipSync(body, { level: 1 })
    headers['content-encoding'] = 'gzip'
  }
  const hasBody = given.status !== 304 && request.method !== 'HEAD'
  if (given.status !== 304) headers['content-length'] = String(body.length)
  response.writeHead(given.status, headers)
  response.end(hasBody ? body : undefined)
}

function stallHalfway(response: ServerResponse, given: Answer, ms: number): void {
  const body = Buffer.from(given.body)
  const half = Math.ceil(body.length / 2)
  response.writeHead(given.status, { ...given.headers, 'content-length': String(body.length) })
  response.write(body.subarray(0, half))
  setTimeout(() => response.end(body.subarray(half)), ms).unref()
}

function resetHalfway(response: ServerResponse, given: Answer): void {
  const body = Buffer.from(given.body)
  response.writeHead(given.status, {
    ...given.headers,
    'content-length': String(Math.max(2, body.length)),
  })
  response.write(body.subarray(0, Math.ceil(body.length / 2)), () => response.socket?.destroy())
}
