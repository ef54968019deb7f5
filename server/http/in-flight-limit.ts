import type { FastifyInstance, FastifyRequest } from 'fastify'
import { overloaded } from '#server/errors.ts'

/**
 * Ten connections serve about this many waiting requests within a second when a query takes 100 ms. Beyond it, waiting
 * longer only makes everybody late: the caller is told to come back.
 */
const MAX_IN_FLIGHT = 100

/** Refuses with 503 and Retry-After while too many requests are being worked on. */
export function limitInFlight(
  server: FastifyInstance,
  isExempt: (request: FastifyRequest) => boolean,
  max = MAX_IN_FLIGHT,
): void {
  let inFlight = 0
  server.addHook('onRequest', async (request, reply) => {
    if (isExempt(request)) return
    if (inFlight >= max) throw overloaded()
    inFlight += 1
    // `close` comes once for every response, also when the caller went away.
    reply.raw.once('close', () => {
      inFlight -= 1
    })
  })
}
