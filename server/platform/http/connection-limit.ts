import { randomUUID } from 'node:crypto'
import { type Server, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'
import type { ErrorBody } from '#contracts/error-body.ts'
import { OVERLOADED_RETRY_SECONDS } from '#server/platform/errors.ts'
import { securityHeaders } from './security-headers.ts'

/**
 * Forty people behind one address open six each; a thousand idle ones would use up the process's
 * file descriptors.
 */
const MAX_CONNECTIONS_PER_NETWORK = 256

type ConnectionLimit = { trustedProxies: string[]; message: string; max?: number | undefined }

/**
 * Refuses connections beyond their network's share before it reads a byte. A trusted proxy carries
 * the connections of all its visitors and is not counted. With HOST=localhost only the first of the
 * two loopback addresses is counted.
 */
export function limitConnections(
  server: Server,
  { trustedProxies, message, max = MAX_CONNECTIONS_PER_NETWORK }: ConnectionLimit,
): void {
  const isTrusted = createProxyTest(trustedProxies)
  const openByNetwork = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket
    if (!remoteAddress || isTrusted(remoteAddress)) return
    const network = clientNetwork(remoteAddress)
    const open = (openByNetwork.get(network) ?? 0) + 1
    openByNetwork.set(network, open)
    socket.once('close', () => {
      const left = (openByNetwork.get(network) ?? 1) - 1
      if (left > 0) openByNetwork.set(network, left)
      else openByNetwork.delete(network)
    })
    if (open > max) refuse(socket, message)
  })
}

function refuse(socket: Socket, message: string): void {
  const body: ErrorBody = {
    message,
    code: 'overloaded',
    requestId: randomUUID(),
    retryAfterSeconds: OVERLOADED_RETRY_SECONDS,
    isSafeToRepeat: true,
  }
  const headers = { 'retry-after': String(OVERLOADED_RETRY_SECONDS) }
  socket.end(rawAnswer(503, JSON.stringify(body), headers), () => socket.destroy())
}

const RANGE_NAMES: Record<string, string> = {
  loopback: 'loopback',
  linklocal: 'linkLocal',
  uniquelocal: 'uniqueLocal',
}

/** Parses TRUST_PROXY like the framework: names of ranges, ranges and single addresses. */
export function createProxyTest(proxies: string[]): (address: string) => boolean {
  const names = new Set(proxies.flatMap((proxy) => RANGE_NAMES[proxy] ?? []))
  const ranges = proxies.filter((proxy) => !(proxy in RANGE_NAMES)).map(parseRange)
  return (address) => {
    if (!ipaddr.isValid(address)) return false
    const parsed = ipaddr.process(address)
    // The framework counts the private IPv4 ranges as unique local too.
    const name = parsed.range() === 'private' ? 'uniqueLocal' : parsed.range()
    return (
      names.has(name) ||
      ranges.some(([base, bits]) => parsed.kind() === base.kind() && parsed.match(base, bits))
    )
  }
}

function parseRange(text: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text)
  const address = ipaddr.process(text)
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}

const STATUS_BY_CODE: Record<string, number> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
}

/**
 * A request that cannot be parsed as HTTP never reaches a route; it gets the same kind of answer,
 * written by hand.
 */
export const createClientErrorHandler = (message: string) =>
  function answerUnreadable(error: Error & { code?: string }, socket: Socket): void {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    const status = STATUS_BY_CODE[error.code ?? ''] ?? 400
    const body: ErrorBody = { message, code: 'invalid_request', requestId: randomUUID() }
    socket.end(rawAnswer(status, JSON.stringify(body)))
  }

/** An answer for a connection without a readable request. */
function rawAnswer(status: number, body: string, extra: Record<string, string> = {}): string {
  const headers = {
    ...securityHeaders('none', '/'),
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    connection: 'close',
    ...extra,
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n')
}

const IPV6_NETWORK_GROUPS = 4

const known = new LRUCache<string, string>({ max: 1_000 })

/**
 * The unit that counts as one client: an IPv4 address, or the /64 of an IPv6 address, since one
 * subscriber owns all of it. An IPv4 address written as IPv6 (`::ffff:192.0.2.1`) counts as IPv4.
 */
export function clientNetwork(address: string): string {
  const before = known.get(address)
  if (before !== undefined) return before
  const network = networkOf(address)
  known.set(address, network)
  return network
}

function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown'
  const parsed = ipaddr.process(address)
  if (!(parsed instanceof ipaddr.IPv6)) return `${parsed.toString()}/32`
  const groups = parsed.parts.slice(0, IPV6_NETWORK_GROUPS).map((part) => part.toString(16))
  return `${groups.join(':')}::/64`
}
