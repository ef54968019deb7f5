import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import fastifyCompress from '@fastify/compress'
import { constants } from 'node:zlib'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { allEndpoints } from '#contracts/all-endpoints.ts'
import { FALLBACK_LANGUAGE } from '#i18n/languages.ts'
import { downloadExport } from '#contracts/exports.ts'
import { followStores } from '#contracts/live.ts'
import { IDENTITY_WINDOW_PATH } from '#contracts/identity-window.ts'
import type { AppContext } from '#server/context.ts'
import { AppError } from '#server/errors.ts'
import { authRoutes } from '#server/features/auth/routes.ts'
import { createSignInLimits } from '#server/features/auth/sign-in-limits.ts'
import { createContactQuota } from '#server/features/contact-quota/contact-quota.ts'
import { createIdentityLimits } from '#server/features/identity/identity-limits.ts'
import { createIdentityProvider } from '#server/features/identity/identity-provider.ts'
import { identityRoutes } from '#server/features/identity/routes.ts'
import { fetchNoPicture, type FetchPicture } from '#server/features/pictures/fetch-picture.ts'
import { createPictureAddresses, PICTURES_PATH } from '#server/features/pictures/picture-addresses.ts'
import { createPictures } from '#server/features/pictures/create-pictures.ts'
import { blogFilePaths } from '#server/features/blog/blog-files.ts'
import { ARTICLES_FOLDER, followArticles } from '#server/features/blog/follow-articles.ts'
import { blogRoutes } from '#server/features/blog/routes.ts'
import { botIdentityRoutes, KEY_DIRECTORY_PATH } from '#server/features/bot-identity/routes.ts'
import { readNoProofs, type ReadProofs } from '#server/features/opt-out/read-proofs.ts'
import { optOutRoutes } from '#server/features/opt-out/routes.ts'
import { PHOTO_PATH } from '#server/features/photos/photo-name.ts'
import { photoRoutes } from '#server/features/photos/routes.ts'
import { pictureRoutes } from '#server/features/pictures/routes.ts'
import { previewRoutes } from '#server/features/previews/routes.ts'
import { billingRoutes } from '#server/features/billing/routes.ts'
import { WEBHOOK_PATH } from '#server/features/billing/webhook-operation.ts'
import { contactRoutes } from '#server/features/contact/routes.ts'
import { dashboardRoutes } from '#server/features/dashboard/routes.ts'
import { exportRoutes } from '#server/features/exports/routes.ts'
import { FRESHNESS_TEXT_PATH } from '#contracts/freshness.ts'
import { freshnessRoutes } from '#server/features/freshness/routes.ts'
import { healthRoutes } from '#server/features/health/routes.ts'
import { liveRoutes } from '#server/features/live/routes.ts'
import { createMetrics, type PoolFigures } from '#server/features/metrics/create-metrics.ts'
import { countRequests, metricsRoutes } from '#server/features/metrics/routes.ts'
import { newsletterRoutes } from '#server/features/newsletter/routes.ts'
import { planRoutes } from '#server/features/plans/routes.ts'
import { productRoutes } from '#server/features/products/routes.ts'
import { publicRoutes } from '#server/features/public/routes.ts'
import { savedRoutes } from '#server/features/saved/routes.ts'
import { savedSearchRoutes } from '#server/features/saved-searches/routes.ts'
import { sessionRoutes } from '#server/features/sessions/routes.ts'
import { siteFileRoutes } from '#server/features/site-files/routes.ts'
import { storeRoutes } from '#server/features/stores/routes.ts'
import { testimonialRoutes } from '#server/features/testimonials/routes.ts'
import { trendingRoutes } from '#server/features/trending/routes.ts'
import { unsubscribeRoutes } from '#server/features/unsubscribe/routes.ts'
import { userRoutes } from '#server/features/users/routes.ts'
import { createAccountLimiter } from '#server/http/account-limiter.ts'
import { limitAdmission, isInnerCall } from '#server/http/admission.ts'
import { createClientErrorHandler } from '#server/http/client-error.ts'
import { readErrorMessages, type Say } from '#server/http/error-messages.ts'
import { createErrorReplies, type SendError } from '#server/http/error-replies.ts'
import { limitConnections } from '#server/http/connection-limit.ts'
import { refuseDeepJson } from '#server/http/json-body.ts'
import { limitPressure } from '#server/http/pressure-limit.ts'
import { refuseOtherMethods } from '#server/http/refuse-methods.ts'
import { logRequests } from '#server/http/request-log.ts'
import { refuseForeignTarget } from '#server/http/request-target.ts'
import { newNonce, securityHeaders } from '#server/http/security-headers.ts'
import { serverOptions } from '#server/http/server-options.ts'
import { builtAt, DIST_FOLDER, isFileAddress, serveStaticFiles } from '#server/http/static-files.ts'
import { openApiDocument } from '#server/openapi.ts'
import { createPageCache } from '#server/page-cache.ts'
import { originOf, pageRoutes } from '#server/pages.ts'
import { createRenderer, type Renderer } from '#server/render.ts'
import { createPictureFetch } from '#server/pipeline/guarded-fetchers.ts'
import { createProofReader } from '#server/pipeline/opt-out-proofs.ts'
import type { App } from '#server/route.ts'
import { createSessions } from '#server/session/sessions.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Used in this response's content security policy. */
    nonce: string
  }
}

export type AppParts = {
  /** Without it every page answers 404; the API does not need it. */
  renderer?: Renderer | undefined
  /** The output folder of `vite build`. */
  distDir?: string
  /** Without it the server serves only pictures that it already keeps. */
  fetchPicture?: FetchPicture | undefined
  /** Without it no one can prove that they own a domain. */
  readProofs?: ReadProofs | undefined
  /** Requests that cost something are refused while the process lags by more than this. */
  maxEventLoopDelayMs?: number
  /** The connection pool that the metrics report on. */
  pool?: PoolFigures
  /** Connections from trusted proxies are not counted. */
  maxConnectionsPerNetwork?: number
  /** While it returns true, calls beyond those in progress wait briefly instead of being refused. */
  isDatabaseAway?: (() => boolean) | undefined
  /** While it returns true, the health check reports a problem. */
  isDiskFull?: (() => boolean) | undefined
}

const OPENAPI_PATH = '/api/openapi.json'

/** The HTTP server with every route, not yet listening. */
export async function createApp(
  ctx: AppContext,
  {
    renderer,
    distDir = DIST_FOLDER,
    fetchPicture = fetchNoPicture,
    readProofs = readNoProofs,
    maxEventLoopDelayMs = MAX_EVENT_LOOP_DELAY_MS,
    pool,
    maxConnectionsPerNetwork,
    isDatabaseAway = () => false,
    isDiskFull,
  }: AppParts = {},
): Promise<FastifyInstance> {
  const say = readErrorMessages()
  const server = createServer(ctx, { say, renderer, maxConnectionsPerNetwork, isDatabaseAway })
  const metrics = createMetrics(ctx, pool)
  countRequests(server, metrics)
  const isShell = (request: FastifyRequest) => isShellPage(renderer, request)
  await limitPressure(server, {
    maxEventLoopDelayMs,
    isExempt: (request) => isCheap(request) || isInnerCall(request) || isShell(request),
  })
  await server.register(fastifyCompress, {
    encodings: ['br', 'gzip'],
    globalDecompression: false,
    // The default of 11 takes longer than the answer itself.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } },
  })
  const sessions = createSessions(ctx)
  const app: App = {
    server,
    ctx,
    sessions,
    pictureAddresses: createPictureAddresses(ctx),
    identityProvider: createIdentityProvider(ctx),
    signInLimits: createSignInLimits(ctx.db),
    identityLimits: createIdentityLimits(ctx.db),
    contactQuota: createContactQuota(),
    limitAccount: createAccountLimiter(),
    say,
  }
  addRoutes(app)
  healthRoutes(app, isDiskFull)
  metricsRoutes(app, metrics)
  optOutRoutes(app, readProofs)
  botIdentityRoutes(app)
  pictureRoutes(app, createPictures({ ...ctx, fetchPicture }))
  siteFileRoutes(app, { originOf: publicOriginOf(ctx), builtAt: builtAt(distDir) ?? ctx.now() })
  previewRoutes(app, publicOriginOf(ctx))
  await serveStaticFiles(server, distDir)
  pageRoutes(app, renderer)
  return server
}

type Guards = {
  say: Say
  renderer: Renderer | undefined
  maxConnectionsPerNetwork: number | undefined
  isDatabaseAway: () => boolean
}

/** The server without routes. Refusals by the framework itself are handled here. */
function createServer(
  ctx: AppContext,
  { say, renderer, maxConnectionsPerNetwork, isDatabaseAway }: Guards,
): FastifyInstance {
  const sendError = createErrorReplies(say)
  const server: FastifyInstance = Fastify({
    ...serverOptions(ctx.log, ctx.config),
    frameworkErrors: (error, request, reply) => {
      request.nonce = newNonce()
      void sendError(error, request, reply.headers(headersOf(request, request.nonce)))
    },
    clientErrorHandler: createClientErrorHandler(say(FALLBACK_LANGUAGE, 'invalid_request')),
  })
  // Only JSON is read; the framework would also take any text.
  server.removeContentTypeParser('text/plain')
  refuseDeepJson(server)
  limitConnections(server.server, {
    trustedProxies: ctx.config.TRUST_PROXY,
    message: say(FALLBACK_LANGUAGE, 'overloaded'),
    max: maxConnectionsPerNetwork,
  })
  guardAnswers(server, sendError, { renderer, isDatabaseAway })
  return server
}

const publicOriginOf =
  ({ config }: AppContext) =>
  (request: FastifyRequest) =>
    originOf(config.PUBLIC_ORIGIN, request)

/** Hooks run in this order, for every request of every kind. */
function guardAnswers(
  server: FastifyInstance,
  sendError: SendError,
  { renderer, isDatabaseAway }: { renderer: Renderer | undefined; isDatabaseAway: () => boolean },
): void {
  server.decorateRequest('viewer', null)
  server.decorateRequest('nonce', '')
  server.addHook('onRequest', async (request, reply) => {
    request.nonce = newNonce()
    reply.headers(headersOf(request, request.nonce))
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store')
    refuseForeignTarget(request)
  })
  logRequests(server)
  limitAdmission(server, {
    isExempt: (request) => isCheap(request) || isLasting(request),
    mayPassWhenFull: (request) => isShellPage(renderer, request),
    isDatabaseAway,
  })
  server.setErrorHandler(sendError)
  // Reached only by methods that no route has, such as PROPFIND: every path has a route.
  server.setNotFoundHandler((request, reply) => sendError(new AppError('method_not_allowed'), request, reply))
}

const headersOf = (request: FastifyRequest, nonce: string) => ({
  ...securityHeaders(nonce, request.url),
  'x-request-id': request.id,
})

const isProbe = (request: FastifyRequest) => request.routeOptions.config.isProbe === true

const isLasting = (request: FastifyRequest) => request.routeOptions.config.isLasting === true

/** Pages for signed-in visitors carry no data, only the client that requests it, so the throttling applies to those API calls. */
const isShellPage = (renderer: Renderer | undefined, { method, url }: FastifyRequest) =>
  method === 'GET' && !url.startsWith('/api/') && renderer?.isShell?.(url) === true

/** A client file costs next to nothing, and a page that has already loaded breaks without it. */
const isCheap = (request: FastifyRequest) => isProbe(request) || isFileAddress(request.url)

const MAX_EVENT_LOOP_DELAY_MS = 1_500

function addRoutes(app: App): void {
  authRoutes(app)
  identityRoutes(app)
  sessionRoutes(app)
  userRoutes(app)
  planRoutes(app)
  billingRoutes(app)
  photoRoutes(app)
  publicRoutes(app)
  testimonialRoutes(app)
  freshnessRoutes(app)
  dashboardRoutes(app)
  storeRoutes(app)
  productRoutes(app)
  trendingRoutes(app)
  exportRoutes(app)
  liveRoutes(app)
  savedRoutes(app)
  savedSearchRoutes(app)
  unsubscribeRoutes(app)
  contactRoutes(app)
  newsletterRoutes(app)
  blogRoutes(app)
  const document = openApiDocument(app.ctx.config.PUBLIC_ORIGIN)
  app.server.get(OPENAPI_PATH, async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=300').send(document),
  )
  refuseOtherMethods(app.server, [
    ...allEndpoints,
    downloadExport,
    followStores,
    { path: OPENAPI_PATH, method: 'GET' },
    { path: WEBHOOK_PATH, method: 'POST' },
    { path: FRESHNESS_TEXT_PATH, method: 'GET' },
    ...blogFilePaths.map((path) => ({ path, method: 'GET' as const })),
    { path: PICTURES_PATH, method: 'GET' },
    { path: PHOTO_PATH, method: 'GET' },
    { path: KEY_DIRECTORY_PATH, method: 'GET' },
    { path: IDENTITY_WINDOW_PATH, method: 'GET' },
  ])
}

/** Longer than a typical response takes, so that callers learn not to reuse their connection. */
const DRAIN_MS = 500
const FINISH_WITHIN_MS = 20_000

/** Listens. `stop` refuses new connections, lets running requests finish and then closes. */
export async function startApi(
  ctx: AppContext & { database: { pool: PoolFigures; isAway: () => boolean; isDiskFull: () => boolean } },
): Promise<{ address: string; stop: () => Promise<void> }> {
  const fetchPicture = createPictureFetch(ctx)
  const proofs = createProofReader(ctx)
  const articles = await followArticles(ctx, ARTICLES_FOLDER)
  const server = await createApp(ctx, {
    renderer: await findRenderer(ctx),
    fetchPicture,
    readProofs: proofs.readProofs,
    pool: ctx.database.pool,
    isDatabaseAway: ctx.database.isAway,
    isDiskFull: ctx.database.isDiskFull,
  })
  let isDraining = false
  server.addHook('onSend', async (_request, reply) => {
    if (isDraining) reply.header('connection', 'close')
  })
  await server.listen({ port: ctx.config.PORT, host: ctx.config.HOST })
  readAhead(ctx)
  return {
    address: addressOf(server, ctx.config.HOST),
    async stop() {
      isDraining = true
      await sleep(DRAIN_MS)
      const late = setTimeout(() => server.server.closeAllConnections(), FINISH_WITHIN_MS).unref()
      await server.close()
      clearTimeout(late)
      await Promise.all([fetchPicture, proofs, articles].map((part) => part[Symbol.asyncDispose]()))
    },
  }
}

/**
 * Reads the indexes at startup because the first request would otherwise wait for the full reading. Requests meanwhile share this reading.
 */
function readAhead({ storeIndex, trendIndex, log }: AppContext): void {
  Promise.all([storeIndex.refresh(), trendIndex.refresh()]).catch((error: unknown) =>
    log.warn(
      { event: 'search.not_read', err: error },
      'the stores could not be read ahead; the first question tries again',
    ),
  )
}

async function findRenderer({ log }: AppContext): Promise<Renderer | undefined> {
  if (existsSync(join(DIST_FOLDER, 'client/.vite/manifest.json')))
    return createPageCache(await createRenderer({ distDir: DIST_FOLDER }))
  log.warn({ event: 'web.not_built' }, 'the web client is not built: only the API is served')
  return undefined
}

function addressOf(server: FastifyInstance, host: string): string {
  const [bound] = server.addresses()
  const port = typeof bound === 'object' ? bound.port : ''
  const isEverywhere = host === '0.0.0.0' || host === '::'
  return `http://${isEverywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${port}`
}
