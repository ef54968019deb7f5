import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createWorkPlaces } from './work-places.ts'

/**
 * Ten connections serve about this many waiting requests within a second when a query takes 100 ms. Beyond it, waiting
 * longer only makes everybody late: the caller is told to come back.
 */
const MAX_IN_FLIGHT = 100
/** Bodies under way, each of at most 1 MiB. Whoever drips them keeps out others that send one, and nobody else. */
const MAX_ARRIVING = 200

type Limits = {
  isExempt: (request: FastifyRequest) => boolean
  /** Those under way then only wait for its return, and it is not their work that keeps others out. */
  isDatabaseAway: () => boolean
}

/** Refuses with 503 and Retry-After while too many requests are being worked on, or too many bodies are on their way. */
export function limitInFlight(server: FastifyInstance, { isExempt, isDatabaseAway }: Limits): void {
  const working = createWorkPlaces({ max: MAX_IN_FLIGHT, mayWait: isDatabaseAway })
  const arriving = createWorkPlaces({ max: MAX_ARRIVING })
  server.addHook('onRequest', async (request, reply) => {
    if (isExempt(request)) return
    // `close` comes once for every response, also when the caller went away.
    reply.raw.once('close', () => {
      working.leave(request)
      arriving.leave(request)
    })
    await working.take(request)
  })
  server.addHook('preParsing', async (request) => {
    if (!hasBody(request) || !working.leave(request)) return
    await arriving.take(request)
  })
  server.addHook('preValidation', async (request) => {
    if (arriving.leave(request)) await working.take(request)
  })
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
