import type { FastifyInstance, FastifyRequest } from 'fastify'
import { runFrom, type OpenSpan, openSpan } from '#server/platform/tracing/tracing.ts'

/** Everything that a request causes carries its id: log lines, jobs and mails, in every process; and its trace, if there is one. */
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
  server.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions, id } = request
    const route = routeOptions.url ?? 'none'
    const attributes = {
      'http.request.method': method,
      'http.route': route,
      'http.response.status_code': reply.statusCode,
      'storedawn.request_id': id,
    }
    spans.get(request)?.end(`${method} ${route}`, attributes, reply.statusCode >= 500)
  })
}
