import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError, notFound, overloaded } from '#server/errors.ts'
import { innerCallHeaders } from '#server/http/admission.ts'
import { createMissingPageLog } from '#server/http/missing-page-log.ts'
import { isFileAddress } from '#server/http/static-files.ts'
import type { Renderer } from '#server/render.ts'
import type { App } from '#server/route.ts'

/** The last route: any address that is neither a call nor a file is a page, including the "not found" page. */
export function pageRoutes(
  { server, ctx }: Pick<App, 'server' | 'ctx'>,
  renderer: Renderer | undefined,
): void {
  const tellMissing = createMissingPageLog(ctx)
  server.route({
    method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'],
    url: '/*',
    // Before a byte of the body is read.
    onRequest: async (request, reply) => refuseWhatIsNoPage(request, reply),
    handler: async (request, reply) => {
      if (!renderer) throw notFound()
      const { status, headers, html } = await renderer.render({
        url: request.url,
        acceptLanguage: request.headers['accept-language'],
        cookie: request.headers.cookie,
        nonce: request.nonce,
        origin: originOf(ctx.config.PUBLIC_ORIGIN, request),
        supportEmail: ctx.config.SUPPORT_EMAIL,
        socialLinks: ctx.config.SOCIAL_LINKS,
        identityProvider: ctx.config.GOOGLE_CLIENT_ID ? ctx.config.OIDC_NAME : null,
        operator: {
          name: ctx.config.OPERATOR_NAME ?? null,
          address: ctx.config.OPERATOR_ADDRESS ?? null,
          textsModified: ctx.config.TEXTS_MODIFIED,
        },
        api: (path, language) => callOwnApi({ server, visitor: request }, path, language),
      })
      if (status === 404) tellMissing(request.url)
      return reply.code(status).headers(headers).send(html)
    },
  })
}

function refuseWhatIsNoPage(request: FastifyRequest, reply: FastifyReply): void {
  const [path = '/'] = request.url.split('?', 1)
  if (path === '/api' || path.startsWith('/api/') || isFileAddress(path)) throw notFound()
  if (request.method === 'GET' || request.method === 'HEAD') return
  reply.header('allow', 'GET, HEAD')
  throw new AppError('method_not_allowed')
}

/** With PORT=0 the origin is unknown beforehand; only then the server trusts the origin that the caller names. */
export const originOf = (publicOrigin: string, request: FastifyRequest): string =>
  publicOrigin.endsWith(':0') ? `http://${request.host}` : publicOrigin

/** A public GET within the process, on the visitor's behalf: limits per network must count the visitor's. */
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
    throw new AppError('rate_limited', { retryAfterSeconds: Number(response.headers['retry-after'] ?? 1) })
  throw overloaded(new Error(`${path} answered ${response.statusCode}`))
}
