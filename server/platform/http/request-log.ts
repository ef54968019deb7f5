import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { HOUR_MS } from '#contracts/dates.ts'
import { decodeUnreserved, redactTokens } from '#server/platform/redact-tokens.ts'

/** The framework must not log whole requests and answers: their headers hold credentials. */
export const requestLogger = (log: Logger): FastifyBaseLogger =>
  log.child({}, { serializers: { req: () => undefined, res: () => undefined } })

/**
 * One line per answered request. Secrets are removed from the address; headers and bodies are never
 * logged.
 */
export function logRequests(server: FastifyInstance): void {
  server.addHook('onResponse', (request, reply, done) => {
    const level = request.routeOptions.config.isProbe === true ? 'debug' : 'info'
    const scrub = reply.statusCode === 404 ? scrubMissingAddress : scrubAddress
    request.log[level](
      {
        event: 'request.answered',
        requestId: request.id,
        method: request.method,
        address: scrub(request.url),
        status: reply.statusCode,
        durationMs: Math.round(reply.elapsedTime),
      },
      'request answered',
    )
    done()
  })
}

/** Scanners request thousands of paths that never existed; the limit keeps the log readable. */
const MAX_PATHS_PER_HOUR = 500

/**
 * Logs paths without a page: each once an hour, without its query, and up to a limit. The caller is
 * not logged.
 */
export function createMissingPageLog({ log, now }: { log: Logger; now: () => Date }) {
  const loggedPaths = new Set<string>()
  let hour = 0
  return (address: string): void => {
    const current = Math.floor(now().getTime() / HOUR_MS)
    if (current !== hour) loggedPaths.clear()
    hour = current
    const [path = ''] = scrubMissingAddress(address).split('?', 1)
    if (loggedPaths.has(path) || loggedPaths.size >= MAX_PATHS_PER_HOUR) return
    loggedPaths.add(path)
    log.info({ event: 'page.missing', path }, 'no page at this path')
  }
}

/** Query parameters that are secret or personal. */
const SECRET_KEYS = new Set([
  'token',
  'email',
  'code',
  'state',
  'id_token',
  'access_token',
  'session_id',
  'checkout_id',
])

/** Paths that end in a secret, or in a badly copied one. */
const SECRET_PATH = /^(\/api\/(?:exports|feeds\/\w+)\/)[^/?]+/

/** A path with its query, safe for logging: tokens go by their form, other values by their name. */
export function scrubAddress(address: string): string {
  const url = redactTokens(decodeUnreserved(address)).replace(SECRET_PATH, '$1redacted')
  const cut = url.indexOf('?')
  if (cut < 0) return url
  const query = new URLSearchParams(url.slice(cut + 1))
  for (const key of new Set(query.keys())) {
    if (SECRET_KEYS.has(key.toLowerCase())) query.set(key, 'redacted')
  }
  return `${url.slice(0, cut)}?${query}`
}

/** Text that looks like a token, an account id or a personal address. */
const SECRET_LOOKING = /[A-Za-z0-9_]{20,}|[0-9A-Fa-f-]{32,}|[^/?]+(@|%40)[^/?]+/g
const MAX_PATH_LENGTH = 200

/** An address without a page may contain anything, including the secret of a badly copied link. */
export function scrubMissingAddress(address: string): string {
  const [path = '', query] = scrubAddress(address).split('?', 2)
  const shown = path.slice(0, MAX_PATH_LENGTH).replace(SECRET_LOOKING, 'redacted')
  return query === undefined ? shown : `${shown}?${query}`
}
