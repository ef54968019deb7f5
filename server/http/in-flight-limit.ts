import type { FastifyInstance, FastifyRequest } from 'fastify'
import { overloaded } from '#server/errors.ts'

/**
 * Ten connections serve about this many waiting requests within a second when a query takes 100 ms. Beyond it, waiting
 * longer only makes everybody late: the caller is told to come back.
 */
const MAX_IN_FLIGHT = 100
/** Bodies under way, each of at most 1 MiB. Whoever drips them keeps out others that send one, and nobody else. */
const MAX_ARRIVING = 200

/** Refuses with 503 and Retry-After while too many requests are being worked on, or too many bodies are on their way. */
export function limitInFlight(
  server: FastifyInstance,
  isExempt: (request: FastifyRequest) => boolean,
  max = MAX_IN_FLIGHT,
): void {
  const working = createPlaces(max)
  const arriving = createPlaces(MAX_ARRIVING)
  server.addHook('onRequest', async (request, reply) => {
    if (isExempt(request)) return
    working.take(request)
    // `close` comes once for every response, also when the caller went away.
    reply.raw.once('close', () => {
      working.leave(request)
      arriving.leave(request)
    })
  })
  server.addHook('preParsing', async (request) => {
    if (!hasBody(request) || !working.leave(request)) return
    arriving.take(request)
  })
  server.addHook('preValidation', async (request) => {
    if (arriving.leave(request)) working.take(request)
  })
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

function createPlaces(max: number) {
  const taken = new Set<FastifyRequest>()
  return {
    take(request: FastifyRequest): void {
      if (taken.size >= max) throw overloaded()
      taken.add(request)
    },
    /** False for who had none. */
    leave: (request: FastifyRequest): boolean => taken.delete(request),
  }
}
