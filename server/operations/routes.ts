import { createHash, timingSafeEqual } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as freshnessApi from '#contracts/operations/freshness.ts'
import * as healthApi from '#contracts/operations/health.ts'
import { cacheFor } from '#server/platform/async-cache.ts'
import { notFound } from '#server/platform/errors.ts'
import { type App, route } from '#server/platform/http/route.ts'
import { readCatchUp } from './freshness/catch-up.ts'
import { getFreshness } from './freshness/freshness.ts'
import { getHealth, monitorDatabase, watchQuarantinedLogs } from './health/health-check.ts'
import type { Metrics } from './metrics/metrics.ts'

const OK = 200
const UNAVAILABLE = 503

export type OperationsServices = {
  metrics: Metrics
  /** Reading still works then, but nothing can be sold, saved or found. */
  isDiskFull: () => boolean
}

export function healthRoutes(app: App<OperationsServices>): void {
  const { isDiskFull } = app.services
  const monitor = monitorDatabase(app.ctx.db)
  const quarantinedLogs = watchQuarantinedLogs(app.ctx.db)
  app.server.addHook('onClose', async () => monitor.stop())
  const status = (health: { status: string }) => (health.status === 'ok' ? OK : UNAVAILABLE)
  route(app, healthApi.getHealth, () => getHealth(monitor, quarantinedLogs, isDiskFull), {
    status,
    isProbe: true,
  })
}

export const METRICS_PATH = '/metrics'

/** Hooks apply only to routes registered after them: call it first. */
export function countRequests(server: FastifyInstance, metrics: Metrics): void {
  server.addHook('onResponse', (request, reply, done) => {
    const { method } = request
    metrics.countRequest({
      method,
      route: routeOf(request),
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1000,
    })
    done()
  })
}

/**
 * The route pattern, never the address. Client files share one label, because each of them is a
 * route.
 */
function routeOf({ routeOptions: { url = 'none' } }: FastifyRequest): string {
  const [, folder] = /^\/(assets|locales)\//.exec(url) ?? []
  return folder ? `/${folder}/*` : url
}

/**
 * Callers without permission get a 404. The route also answers under load, when the metrics are
 * needed most.
 */
export function metricsRoutes({
  server,
  ctx,
  services: { metrics },
}: App<OperationsServices>): void {
  server.get(METRICS_PATH, { config: { isProbe: true } }, async (request, reply) => {
    if (!mayReadMetrics(request, ctx.config.METRICS_TOKEN)) throw notFound()
    return reply
      .headers({ 'content-type': metrics.contentType, 'cache-control': 'no-store' })
      .send(await metrics.print())
  })
}

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/
/**
 * Any of these means that a proxy is in between, so that the connection does not identify the
 * caller.
 */
const PROXY_HEADERS = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via']

/**
 * This machine's own host names. A page whose host name was pointed at 127.0.0.1 (DNS rebinding)
 * sends that name instead.
 */
const LOOPBACK_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i

/**
 * A caller that knows the token. Without a token, one on this machine: then a proxy here that adds
 * no header must not pass `/metrics` on.
 */
function mayReadMetrics(request: FastifyRequest, token: string | undefined): boolean {
  const sent = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1]
  if (token !== undefined) return sent !== undefined && isSameSecret(sent, token)
  const isDirect = PROXY_HEADERS.every((name) => request.headers[name] === undefined)
  const isLocal = LOOPBACK.test(request.socket.remoteAddress ?? '')
  return isDirect && isLocal && LOOPBACK_HOST.test(request.headers.host ?? '')
}

const digest = (text: string) => createHash('sha256').update(text).digest()
const isSameSecret = (one: string, other: string): boolean =>
  timingSafeEqual(digest(one), digest(other))

/** Together with the caller's own cache, an answer is never older than a minute. */
const FRESHNESS_CACHE_MS = 30_000
const FRESHNESS_CACHING = 'public, max-age=30'
/** Every visitor may ask for the progress; within this time the database is queried once. */
const CATCH_UP_CACHE_MS = 3_000
const CATCH_UP_CACHING = 'public, max-age=3'
const TEXT_CACHING = 'public, max-age=300'
const TEXT_FILE = join(import.meta.dirname, '../../docs/freshness.md')

export function freshnessRoutes(app: App): void {
  const readCachedFreshness = cacheFor(() => getFreshness(app.ctx), {
    forMs: FRESHNESS_CACHE_MS,
    now: app.ctx.now,
  })
  route(app, freshnessApi.getFreshness, readCachedFreshness, { caching: FRESHNESS_CACHING })
  const readCachedCatchUp = cacheFor(() => readCatchUp(app.ctx), {
    forMs: CATCH_UP_CACHE_MS,
    now: app.ctx.now,
  })
  route(app, freshnessApi.getCatchUp, readCachedCatchUp, { caching: CATCH_UP_CACHING })
  // Not an endpoint value: it is a document. As plain text, because browsers download Markdown
  // instead of showing it.
  app.server.get(freshnessApi.FRESHNESS_TEXT_PATH, async (_request, reply) =>
    reply
      .headers({ 'content-type': 'text/plain; charset=utf-8', 'cache-control': TEXT_CACHING })
      .send(await readFile(TEXT_FILE, 'utf8')),
  )
}
