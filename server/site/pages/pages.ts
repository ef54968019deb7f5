import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError, notFound, overloaded } from '#server/platform/errors.ts'
import { innerCallHeaders } from '#server/platform/http/admission.ts'
import { clientNetwork } from '#server/platform/http/connection-limit.ts'
import { createMissingPageLog } from '#server/platform/http/request-log.ts'
import type { App } from '#server/platform/http/route.ts'
import { sendShared } from '#server/platform/http/shared-bodies.ts'
import { isFileAddress } from '#server/platform/http/static-files.ts'
import { createMinuteLimit } from '#server/site/limits.ts'
import { type Renderer, siteOf } from './render.ts'

/**
 * The last route: any address that is neither a call nor a file is a page, including the "not
 * found" page.
 */
export function pageRoutes(
  { server, ctx }: Pick<App, 'server' | 'ctx'>,
  renderer: Renderer | undefined,
): void {
  const logMissingPage = createMissingPageLog(ctx)
  const countRendering = createRenderingLimit(ctx.config.ANONYMOUS_PER_MINUTE)
  server.route({
    method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'],
    url: '/*',
    // Before a byte of the body is read.
    onRequest: async (request, reply) => refuseNonPage(request, reply),
    handler: async (request, reply) => {
      if (!renderer) throw notFound()
      const { status, headers, html, shared } = await renderer.render({
        url: request.url,
        acceptLanguage: request.headers['accept-language'],
        cookie: request.headers.cookie,
        nonce: request.nonce,
        ...siteOf(ctx.config, originOf(ctx.config.PUBLIC_ORIGIN, request)),
        api: (path, language) => callOwnApi({ server, visitor: request }, path, language),
        beforeRendering: () => countRendering(clientNetwork(request.ip)),
      })
      if (status === 404) logMissingPage(request.url)
      reply.code(status).headers(headers)
      return shared ? sendShared(request, reply, shared) : reply.send(html)
    },
  })
}

/** Pages from the cache cost next to nothing; the others are a network's share of the processor. */
const PAGES_PER_RENDERING = 5

/** @throws AppError `rate_limited` when a network asks for too many pages that nobody else asks for */
function createRenderingLimit(pagesPerMinute: number): (network: string) => Promise<void> {
  if (pagesPerMinute === 0) return async () => undefined
  return createMinuteLimit(Math.ceil(pagesPerMinute / PAGES_PER_RENDERING))
}

function refuseNonPage(request: FastifyRequest, reply: FastifyReply): void {
  const [path = '/'] = request.url.split('?', 1)
  if (path === '/api' || path.startsWith('/api/') || isFileAddress(path)) throw notFound()
  if (request.method === 'GET' || request.method === 'HEAD') return
  reply.header('allow', 'GET, HEAD')
  throw new AppError('method_not_allowed')
}

/**
 * With PORT=0 the origin is unknown beforehand; only then the server trusts the origin that the
 * caller names.
 */
export const originOf = (publicOrigin: string, request: FastifyRequest): string =>
  publicOrigin.endsWith(':0') ? `http://${request.host}` : publicOrigin

/**
 * A public GET within the process, on the visitor's behalf: limits per network must count the
 * visitor's.
 */
async function callOwnApi(
  { server, visitor }: { server: App['server']; visitor: FastifyRequest },
  path: string,
  language: string,
): Promise<unknown> {
  const response = await server.inject({
    url: path,
    headers: { ...innerCallHeaders, 'accept-language': language },
    remoteAddress: visitor.ip,
  })
  if (response.statusCode === 200) return response.json()
  if (response.statusCode === 429)
    throw new AppError('rate_limited', {
      retryAfterSeconds: Number(response.headers['retry-after'] ?? 1),
    })
  // The address of the page names nothing that exists.
  if (response.statusCode === 404 || response.statusCode === 400) throw notFound()
  throw overloaded(new Error(`${path} answered ${response.statusCode}`))
}
