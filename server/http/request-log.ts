import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { scrubAddress, scrubMissingAddress } from './scrub-address.ts'

/** The framework must not log whole requests and answers: their headers hold credentials. */
export const requestLogger = (log: Logger): FastifyBaseLogger =>
  log.child({}, { serializers: { req: () => undefined, res: () => undefined } })

/** One line per answered request. Secrets are removed from the address; headers and bodies are never logged. */
export function logRequests(server: FastifyInstance): void {
  server.addHook('onResponse', async (request, reply) => {
    const scrub = reply.statusCode === 404 ? scrubMissingAddress : scrubAddress
    const isProbe = request.routeOptions.config.isProbe === true
    request.log[isProbe ? 'debug' : 'info'](
      {
        event: 'request.answered',
        method: request.method,
        address: scrub(request.url),
        status: reply.statusCode,
        durationMs: Math.round(reply.elapsedTime),
      },
      'request answered',
    )
  })
}
