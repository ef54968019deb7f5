import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/
/** Any of these means that a proxy is in between, so that the connection does not identify the caller. */
const PROXY_HEADERS = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via']

/** This machine's own host names. A page whose host name was pointed at 127.0.0.1 (DNS rebinding) sends that name instead. */
const LOOPBACK_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i

/** A caller on this machine, or one that knows the token. */
export function mayReadMetrics(request: FastifyRequest, token: string | undefined): boolean {
  const sent = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1]
  if (token !== undefined && sent !== undefined) return isSame(sent, token)
  const isDirect = PROXY_HEADERS.every((name) => request.headers[name] === undefined)
  const isLocal = LOOPBACK.test(request.socket.remoteAddress ?? '')
  return isDirect && isLocal && LOOPBACK_HOST.test(request.headers.host ?? '')
}

const digest = (text: string) => createHash('sha256').update(text).digest()
/** In constant time. */
const isSame = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other))
