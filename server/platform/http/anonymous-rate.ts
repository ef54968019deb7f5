import type { FastifyInstance, FastifyRequest } from 'fastify'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { countOrRefuse } from '#server/platform/rate-limiter.ts'
import { isInnerCall } from './admission.ts'
import { clientNetwork } from './client-network.ts'
import { isFileAddress } from './static-files.ts'

const WINDOW_SECONDS = 60

/**
 * Refuses with 429 and Retry-After what one network asks beyond its share without a session: pages
 * and public calls. Counted in memory, because a page from the cache must cost no query, and must
 * come while the database is away; so each process counts for itself.
 */
export function limitAnonymous(server: FastifyInstance, perMinute: number): void {
  if (perMinute === 0) return
  const limiter = new RateLimiterMemory({ points: perMinute, duration: WINDOW_SECONDS })
  server.addHook('onRequest', async (request) => {
    if (isAnonymous(request)) await countOrRefuse(limiter, clientNetwork(request.ip))
  })
}

/** Calls of a session or key count by their account. A page was counted when it makes its calls. */
function isAnonymous(request: FastifyRequest): boolean {
  const { endpoint, isProbe } = request.routeOptions.config
  if (isProbe === true || isInnerCall(request)) return false
  if (endpoint) return endpoint.access === 'public'
  return request.routeOptions.url === '/*' && !isFileAddress(request.url)
}
