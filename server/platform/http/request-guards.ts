import type { FastifyInstance, FastifyRequest, HTTPMethods } from 'fastify'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { AppError, invalidRequest } from '#server/platform/errors.ts'
import { countOrRefuse } from '#server/platform/limits.ts'
import { isInnerCall } from './admission.ts'
import { clientNetwork } from './connection-limit.ts'
import { isFileAddress } from './static-files.ts'

/**
 * RFC 9112, 3.2.2: a client that takes this server for a proxy sends the whole address instead of
 * the path.
 */
const ABSOLUTE_FORM = /^[a-z][a-z0-9+.-]*:\/\//i

type RawRequest = { url?: string | undefined; headers: { host?: string | undefined } }

/** Reduces our own address in absolute form to its path; leaves any other address unchanged. */
export const createTargetRewrite =
  (publicOrigin: string) =>
  ({ url = '/', headers }: RawRequest): string => {
    if (url.startsWith('/') || !ABSOLUTE_FORM.test(url)) return url
    const target = URL.parse(url)
    // With PORT=0 the origin is unknown beforehand; the Host header is used instead, as for pages.
    const own = publicOrigin.endsWith(':0') ? `http://${headers.host}` : publicOrigin
    return target?.origin === URL.parse(own)?.origin ? pathOf(url) : url
  }

/** As the client wrote it: parsing would resolve dots and change the encoding. */
function pathOf(url: string): string {
  const rest = url.replace(/^[^/]*\/\/[^/?]*/, '')
  return rest.startsWith('/') ? rest : `/${rest}`
}

/**
 * This server is not a proxy: it refuses requests for other servers, and those that name two, of
 * which a proxy in front may have read the other (RFC 9112, 3.2).
 * @throws AppError `invalid_request`
 */
export function refuseForeignTarget({ url, raw }: Pick<FastifyRequest, 'url' | 'raw'>): void {
  if (!url.startsWith('/') && ABSOLUTE_FORM.test(url)) throw invalidRequest()
  // The parsed headers keep only the first.
  const isHost = (text: string, at: number) => at % 2 === 0 && /^host$/i.test(text)
  if (raw.rawHeaders.filter(isHost).length > 1) throw invalidRequest()
}

const METHODS: HTTPMethods[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']

/**
 * A known path with another method: answers 405 with the allowed methods, before a byte of the body
 * is read.
 */
export function refuseOtherMethods(
  server: FastifyInstance,
  endpoints: readonly { path: string; method: string }[],
): void {
  for (const [path, ofPath] of Map.groupBy(endpoints, (endpoint) => endpoint.path)) {
    const allowed = new Set(ofPath.map(({ method }) => method))
    const others = METHODS.filter((method) => !allowed.has(method))
    const allow = [...allowed, ...(allowed.has('GET') ? ['HEAD'] : [])].join(', ')
    server.route({
      method: others,
      url: path,
      onRequest: async (_request, reply) => {
        reply.header('allow', allow)
        throw new AppError('method_not_allowed')
      },
      handler: () => undefined,
    })
  }
}

/**
 * Our deepest body has five levels. Deeper nesting only makes recursive code overflow its stack.
 */
const MAX_DEPTH = 64

/** Parses JSON bodies like the framework, after a check of their nesting depth. */
export function refuseDeepJson(server: FastifyInstance): void {
  const parse = server.getDefaultJsonParser('error', 'error')
  server.removeContentTypeParser('application/json')
  server.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (request, text, done) => {
      if (nestsDeeper(text, MAX_DEPTH)) return done(invalidRequest())
      return parse(request, text, done)
    },
  )
}

const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT, QUOTE, BACKSLASH] = Buffer.from('[]{}"\\')

/**
 * Counts brackets outside of strings. For text that is not JSON the result is arbitrary: the parser
 * refuses it anyway.
 */
export function nestsDeeper(text: string, limit: number): boolean {
  let depth = 0
  let isString = false
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) isString = !isString
    else if (isString) at += code === BACKSLASH ? 1 : 0
    else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      depth += 1
      if (depth > limit) return true
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth -= 1
  }
  return false
}

const WINDOW_SECONDS = 60

/**
 * Refuses with 429 and Retry-After what one network asks beyond its share without a session. In
 * memory, because a page from the cache must cost no query, and must come while the database is
 * away; so each process counts for itself.
 */
export function limitAnonymous(server: FastifyInstance, perMinute: number): void {
  if (perMinute === 0) return
  const limiter = new RateLimiterMemory({ points: perMinute, duration: WINDOW_SECONDS })
  server.addHook('onRequest', (request, _reply, done) => {
    if (!isAnonymous(request)) return done()
    countOrRefuse(limiter, clientNetwork(request.ip)).then(() => done(), done)
  })
}

/** Calls of a session or key count by their account. A page was counted when it makes its calls. */
function isAnonymous(request: FastifyRequest): boolean {
  const { endpoint, isProbe } = request.routeOptions.config
  if (isProbe === true || isInnerCall(request)) return false
  if (endpoint) return endpoint.access === 'public'
  return request.routeOptions.url === '/*' && !isFileAddress(request.url)
}
