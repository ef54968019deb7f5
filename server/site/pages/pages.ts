import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Config } from '#server/platform/config.ts'
import { AppError, notFound, overloaded } from '#server/platform/errors.ts'
import { innerCallHeaders } from '#server/platform/http/admission.ts'
import { createMissingPageLog } from '#server/platform/http/request-log.ts'
import type { App } from '#server/platform/http/route.ts'
import { newNonce } from '#server/platform/http/security-headers.ts'
import { isFileAddress } from '#server/platform/http/static-files.ts'
import type { PageRenderer, RenderedPage, Renderer, RenderRequest } from './render.ts'

/**
 * The last route: any address that is neither a call nor a file is a page, including the "not
 * found" page.
 */
export function pageRoutes(
  { server, ctx }: Pick<App, 'server' | 'ctx'>,
  renderer: Renderer | undefined,
): void {
  const logMissingPage = createMissingPageLog(ctx)
  server.route({
    method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'],
    url: '/*',
    // Before a byte of the body is read.
    onRequest: async (request, reply) => refuseNonPage(request, reply),
    handler: async (request, reply) => {
      if (!renderer) throw notFound()
      const { status, headers, html } = await renderer.render({
        url: request.url,
        acceptLanguage: request.headers['accept-language'],
        cookie: request.headers.cookie,
        nonce: request.nonce,
        ...siteOf(ctx.config, originOf(ctx.config.PUBLIC_ORIGIN, request)),
        api: (path, language) => callOwnApi({ server, visitor: request }, path, language),
      })
      if (status === 404) logMissingPage(request.url)
      return reply.code(status).headers(headers).send(html)
    },
  })
}

/** What every page knows of this installation. */
export const siteOf = (config: Config, origin: string) => ({
  origin,
  supportEmail: config.SUPPORT_EMAIL,
  socialLinks: config.SOCIAL_LINKS,
  identityProvider: config.GOOGLE_CLIENT_ID ? config.OIDC_NAME : null,
  operator: {
    name: config.OPERATOR_NAME ?? null,
    address: config.OPERATOR_ADDRESS ?? null,
    textsModified: config.TEXTS_MODIFIED,
  },
})

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

/** As long as browsers may keep the public figures on these pages. */
const TTL_MS = 5_000
const MAX_PAGES = 500
const MAX_BYTES = 32 * 1024 * 1024

/** The page in pieces around its nonces: inserting a nonce copies bytes and searches nothing. */
type CachedPage = Omit<RenderedPage, 'html'> & { pieces: readonly Buffer[] }

type Options = { maxPages?: number; maxBytes?: number; clock?: { now: () => number } }

/**
 * Renders each public page once every few seconds instead of once per visitor. It renders the page
 * with a placeholder instead of the nonce, and inserts the nonce of each answer at sending time.
 * The placeholder is as random as a nonce and never sent, so that no text on a page can contain it.
 */
export function createPageCache(
  { render, keyOf, isShell }: PageRenderer,
  { maxPages = MAX_PAGES, maxBytes = MAX_BYTES, clock = performance }: Options = {},
): Renderer {
  const placeholder = newNonce()
  const cache = new LRUCache<string, CachedPage>({
    max: maxPages,
    maxSize: maxBytes,
    sizeCalculation: ({ pieces }, key) =>
      pieces.reduce((sum, { length }) => sum + length, key.length),
    ttl: TTL_MS,
    perf: clock,
    ttlResolution: 0,
  })
  const pending = new Map<string, Promise<CachedPage>>()

  async function renderOnce(key: string, request: RenderRequest): Promise<CachedPage> {
    let isWhole = true
    const api: RenderRequest['api'] = (path, language) =>
      request.api(path, language).catch((error: unknown) => {
        isWhole = false
        throw error
      })
    const { html, isCacheable, ...page } = await render({ ...request, nonce: placeholder, api })
    const found = { ...page, pieces: html.split(placeholder).map((piece) => Buffer.from(piece)) }
    if (isCacheable && isWhole) cache.set(key, found)
    return found
  }

  return {
    isShell,
    async render(request) {
      const key = keyOf(request)
      if (key === null) return render(request)
      const found = cache.get(key) ?? pending.get(key)
      if (found) return withNonce(await found, request.nonce)
      const rendering = renderOnce(key, request).finally(() => pending.delete(key))
      pending.set(key, rendering)
      return withNonce(await rendering, request.nonce)
    },
  }
}

function withNonce({ pieces, ...page }: CachedPage, nonce: string): RenderedPage {
  const between = Buffer.from(nonce)
  return {
    ...page,
    html: Buffer.concat(pieces.flatMap((piece, at) => (at === 0 ? [piece] : [between, piece]))),
  }
}
