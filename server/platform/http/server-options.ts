import { randomUUID } from 'node:crypto'
import {
  type FastifyServerOptions,
  LogController,
  type FastifyInstance,
  type FastifyRequest,
} from 'fastify'
import type { Logger } from 'pino'
import type { Config } from '#server/platform/config.ts'
import { createTargetRewrite } from './request-guards.ts'
import { requestLogger } from './request-log.ts'
import { runFrom, type OpenSpan, openSpan } from '#server/platform/tracing/tracing.ts'

const KIB = 1024
const SECOND_MS = 1_000

/** Sets every limit: most default to "none". */
export const serverOptions = (
  log: Logger,
  { TRUST_PROXY, PUBLIC_ORIGIN }: Pick<Config, 'TRUST_PROXY' | 'PUBLIC_ORIGIN'>,
) =>
  ({
    loggerInstance: requestLogger(log),
    // Every line names the request that caused it; a logger for each request would cost more.
    childLoggerFactory: (logger) => logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: TRUST_PROXY.length > 0 ? TRUST_PROXY : false,
    rewriteUrl: createTargetRewrite(PUBLIC_ORIGIN),
    bodyLimit: KIB * KIB,
    // A caller has 10 s for the headers and 20 s for the whole request, checked every 2 s, so a
    // slow sender is cut off after 22 s.
    requestTimeout: 20 * SECOND_MS,
    http: {
      headersTimeout: 10 * SECOND_MS,
      connectionsCheckingInterval: 2 * SECOND_MS,
      // The longest query of a list, with room for a session's token and what a browser adds.
      maxHeaderSize: 32 * KIB,
    },
    // Idle time on the socket, and the server's own time for an answer.
    connectionTimeout: 30 * SECOND_MS,
    handlerTimeout: 15 * SECOND_MS,
    keepAliveTimeout: 65 * SECOND_MS,
    // A request that arrives while the server stops is answered like any other.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 300 },
  }) satisfies FastifyServerOptions & { http: object }

/**
 * Everything that a request causes carries its id: log lines, jobs and mails, in every process; and
 * its trace, if there is one.
 */
export function followRequests(server: FastifyInstance): void {
  const spans = new WeakMap<FastifyRequest, OpenSpan>()
  const enter = (request: FastifyRequest, work: () => void) => {
    const span = spans.get(request)
    runFrom({ requestId: request.id }, () => (span ? span.enter(work) : work()))
  }
  server.addHook('onRequest', (request, _reply, done) => {
    const { traceparent } = request.headers
    const parent = typeof traceparent === 'string' ? traceparent : undefined
    const span = openSpan(request.method, { kind: 'server', parent })
    if (span) spans.set(request, span)
    enter(request, done)
  })
  // Once more, because a body arrives by events of the connection, which know no request.
  server.addHook('preValidation', (request, _reply, done) => enter(request, done))
  server.addHook('onResponse', (request, reply, done) => {
    const span = spans.get(request)
    if (span) {
      const { method, routeOptions, id } = request
      const route = routeOptions.url ?? 'none'
      const attributes = {
        'http.request.method': method,
        'http.route': route,
        'http.response.status_code': reply.statusCode,
        'storedawn.request_id': id,
      }
      span.end(`${method} ${route}`, attributes, reply.statusCode >= 500)
    }
    done()
  })
}
