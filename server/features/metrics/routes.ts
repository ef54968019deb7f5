import type { FastifyInstance, FastifyRequest } from 'fastify'
import { notFound } from '#server/errors.ts'
import type { App } from '#server/route.ts'
import type { Metrics } from './create-metrics.ts'
import { mayReadMetrics } from './may-read-metrics.ts'

export const METRICS_PATH = '/metrics'

/** Hooks apply only to routes registered after them: call it first. */
export function countRequests(server: FastifyInstance, metrics: Metrics): void {
  server.addHook('onResponse', async (request, reply) => {
    const { method } = request
    metrics.countRequest({
      method,
      route: routeOf(request),
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1000,
    })
  })
}

/** The route pattern, never the address. Client files share one label, because each of them is a route. */
function routeOf({ routeOptions: { url = 'none' } }: FastifyRequest): string {
  const [, folder] = /^\/(assets|locales)\//.exec(url) ?? []
  return folder ? `/${folder}/*` : url
}

/** Callers without permission get a 404. The route also answers under load, when the metrics are needed most. */
export function metricsRoutes({ server, ctx }: App, metrics: Metrics): void {
  server.get(METRICS_PATH, { config: { isProbe: true } }, async (request, reply) => {
    if (!mayReadMetrics(request, ctx.config.METRICS_TOKEN)) throw notFound()
    return reply
      .headers({ 'content-type': metrics.contentType, 'cache-control': 'no-store' })
      .send(await metrics.print())
  })
}
