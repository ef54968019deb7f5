import fastifyCompress from '@fastify/compress'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { IDENTITY_WINDOW_PATH } from '#contracts/accounts/auth.ts'
import { allEndpoints } from '#contracts/all-endpoints.ts'
import { OPENAPI_PATH } from '#contracts/endpoint.ts'
import { FRESHNESS_TEXT_PATH } from '#contracts/operations/freshness.ts'
import { readFeed } from '#contracts/workspace/changes.ts'
import { downloadExclusions } from '#contracts/workspace/exclusions.ts'
import { downloadExport } from '#contracts/workspace/exports.ts'
import { followStores } from '#contracts/catalog/live.ts'
import { FALLBACK_LANGUAGE } from '#i18n/languages.ts'
import * as accounts from '#server/accounts/api.ts'
import * as billing from '#server/billing/api.ts'
import * as catalog from '#server/catalog/api.ts'
import type { AllServices, ProductContext } from '#server/context.ts'
import { domains } from '#server/domains.ts'
import { openApiDocument } from '#server/openapi.ts'
import * as operations from '#server/operations/api.ts'
import * as optOut from '#server/opt-out/api.ts'
import { AppError } from '#server/platform/errors.ts'
import {
  limitAnonymous,
  refuseDeepJson,
  refuseForeignTarget,
  refuseOtherMethods,
} from '#server/platform/http/request-guards.ts'
import { createAccountLimiter } from '#server/platform/http/account-limits.ts'
import { isInnerCall, limitAdmission } from '#server/platform/http/admission.ts'
import { compressionOptions } from '#server/platform/http/compression.ts'
import {
  createClientErrorHandler,
  limitConnections,
} from '#server/platform/http/connection-limit.ts'
import { createErrorHandler, type SendError } from '#server/platform/http/error-handler.ts'
import { readErrorMessages, type Say } from '#server/platform/http/error-messages.ts'
import { limitPressure } from '#server/platform/http/loop-delay.ts'
import { logRequests } from '#server/platform/http/request-log.ts'
import type { App } from '#server/platform/http/route.ts'
import { newNonce, securityHeaders } from '#server/platform/http/security-headers.ts'
import { followRequests, serverOptions } from '#server/platform/http/server-options.ts'
import {
  builtAt,
  DIST_FOLDER,
  isFileAddress,
  serveStaticFiles,
} from '#server/platform/http/static-files.ts'
import { createSessions } from '#server/platform/session/sessions.ts'
import * as site from '#server/site/api.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Of this response's content security policy. */
    nonce: string
    /** Of `performance.now()`. */
    arrivedAtMs: number
  }
}

export type AppParts = {
  /** Without it every page answers 404; the API does not need it. */
  renderer?: site.Renderer | undefined
  distDir?: string
  /** Without it the server serves only pictures that it already keeps. */
  fetchPicture?: catalog.FetchPicture | undefined
  /** Without it no one can prove that they own a domain. */
  readProofs?: optOut.ReadProofs | undefined
  /** Requests that cost something are refused while the process lags by more than this. */
  maxEventLoopDelayMs?: number
  /** Called after each second in which calls waited too long for the event loop. */
  onLate?: () => void
  pool?: operations.PoolFigures
  /** Connections from trusted proxies are not counted. */
  maxConnectionsPerNetwork?: number
  /**
   * While it returns true, calls beyond those in progress wait briefly instead of being refused.
   */
  isDatabaseUnavailable?: (() => boolean) | undefined
  /** While it returns true, the health check reports a problem. */
  isDiskFull?: (() => boolean) | undefined
}

export async function createApp(
  ctx: ProductContext,
  {
    renderer,
    distDir = DIST_FOLDER,
    fetchPicture = catalog.fetchNoPicture,
    readProofs = optOut.readNoProofs,
    maxEventLoopDelayMs = MAX_EVENT_LOOP_DELAY_MS,
    onLate = () => undefined,
    pool,
    maxConnectionsPerNetwork,
    isDatabaseUnavailable = () => false,
    isDiskFull = () => false,
  }: AppParts = {},
): Promise<FastifyInstance> {
  const say = readErrorMessages()
  const guards = { say, renderer, maxConnectionsPerNetwork, isDatabaseUnavailable }
  const server = createServer(ctx, guards)
  const metrics = operations.createMetrics(ctx, { pool, isDiskFull })
  operations.countRequests(server, metrics)
  const isShell = (request: FastifyRequest) => isShellPage(renderer, request)
  limitPressure(server, {
    maxEventLoopDelayMs,
    onLate,
    isExempt: (request) => isCheap(request) || isInnerCall(request) || isShell(request),
  })
  await server.register(fastifyCompress, compressionOptions)
  const sessions = createSessions(ctx)
  const { db: _, ...platform } = ctx
  const app: App<AllServices> = {
    server,
    ctx,
    sessions,
    limitAccount: createAccountLimiter(),
    say,
    services: {
      ...platform,
      pictureAddresses: catalog.createPictureAddresses(ctx),
      pictures: catalog.createPictures({ ...ctx, fetchPicture }),
      clusterSummaries: catalog.createClusterSummaryCache(ctx),
      contactQuota: catalog.createContactQuota(),
      identityProvider: accounts.createIdentityProvider(ctx),
      signInLimits: accounts.createSignInLimits(ctx.db),
      readProofs,
      metrics,
      isDiskFull,
      originOf: publicOriginOf(ctx),
      builtAt: builtAt(distDir) ?? ctx.now(),
    },
  }
  addRoutes(app)
  await serveStaticFiles(server, distDir)
  site.pageRoutes(app, renderer)
  return server
}

type Guards = {
  say: Say
  renderer: site.Renderer | undefined
  maxConnectionsPerNetwork: number | undefined
  isDatabaseUnavailable: () => boolean
}

/** The server without routes. Refusals by the framework itself are handled here. */
function createServer(ctx: ProductContext, guards: Guards): FastifyInstance {
  const { say } = guards
  const sendError = createErrorHandler(say)
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
    max: guards.maxConnectionsPerNetwork,
  })
  guardAnswers(server, ctx, sendError, guards)
  return server
}

const publicOriginOf =
  ({ config }: ProductContext) =>
  (request: FastifyRequest) =>
    site.originOf(config.PUBLIC_ORIGIN, request)

/** Hooks run in this order, for every request of every kind. */
function guardAnswers(
  server: FastifyInstance,
  { config }: ProductContext,
  sendError: SendError,
  { renderer, isDatabaseUnavailable }: Guards,
): void {
  followRequests(server)
  server.decorateRequest('viewer', null)
  server.decorateRequest('nonce', '')
  server.decorateRequest('arrivedAtMs', 0)
  server.addHook('onRequest', (request, reply, done) => {
    request.arrivedAtMs = performance.now()
    request.nonce = newNonce()
    reply.headers(headersOf(request, request.nonce))
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store')
    refuseForeignTarget(request)
    done()
  })
  logRequests(server)
  limitAnonymous(server, config.ANONYMOUS_PER_MINUTE)
  limitAdmission(server, {
    isExempt: (request) => isCheap(request) || isLasting(request),
    mayPassWhenFull: (request) => isShellPage(renderer, request),
    isDatabaseUnavailable,
  })
  server.setErrorHandler(sendError)
  // Reached only by methods that no route has, such as PROPFIND: every path has a route.
  server.setNotFoundHandler((request, reply) =>
    sendError(new AppError('method_not_allowed'), request, reply),
  )
}

const headersOf = (request: FastifyRequest, nonce: string) => ({
  ...securityHeaders(nonce, request.url),
  'x-request-id': request.id,
})

const isProbe = (request: FastifyRequest) => request.routeOptions.config.isProbe === true

const isLasting = (request: FastifyRequest) => request.routeOptions.config.isLasting === true

/**
 * Pages for signed-in visitors carry no data, only the client that requests it, so the throttling
 * applies to those API calls.
 */
const isShellPage = (renderer: site.Renderer | undefined, { method, url }: FastifyRequest) =>
  method === 'GET' && !url.startsWith('/api/') && renderer?.isShell?.(url) === true

/** A client file costs next to nothing, and a page that has already loaded breaks without it. */
const isCheap = (request: FastifyRequest) => isProbe(request) || isFileAddress(request.url)

const MAX_EVENT_LOOP_DELAY_MS = 1_500

function addRoutes(app: App<AllServices>): void {
  for (const { routes = [] } of Object.values(domains)) for (const register of routes) register(app)
  let document: ReturnType<typeof openApiDocument> | undefined
  app.server.get(OPENAPI_PATH, async (_request, reply) => {
    document ??= openApiDocument(app.ctx.config.PUBLIC_ORIGIN)
    return reply.header('cache-control', 'public, max-age=300').send(document)
  })
  refuseOtherMethods(app.server, [
    ...allEndpoints,
    downloadExclusions,
    downloadExport,
    readFeed,
    followStores,
    { path: OPENAPI_PATH, method: 'GET' },
    { path: billing.WEBHOOK_PATH, method: 'POST' },
    { path: FRESHNESS_TEXT_PATH, method: 'GET' },
    ...site.blogFilePaths.map((path) => ({ path, method: 'GET' as const })),
    { path: catalog.PICTURES_PATH, method: 'GET' },
    { path: accounts.PHOTO_PATH, method: 'GET' },
    { path: site.KEY_DIRECTORY_PATH, method: 'GET' },
    { path: IDENTITY_WINDOW_PATH, method: 'GET' },
  ])
}
