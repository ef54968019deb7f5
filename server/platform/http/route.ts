import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest, RouteOptions as ServerRoute } from 'fastify'
import type {
  Access,
  AnyEndpoint,
  BodyOf,
  Download,
  ParamsOf,
  QueryOf,
  ResponseOf,
  Upload,
} from '#contracts/endpoint.ts'
import type { Language } from '#i18n/languages.ts'
import type { AppContext, Db } from '#server/context.ts'
import { AppError, authenticationRequired, planRequired, statusOf } from '#server/platform/errors.ts'
import { recordRefusal } from '#server/platform/audit-trail.ts'
import type { IdentityLimits, SignInLimits } from '#server/accounts/sign-in/sign-in-limits.ts'
import type { ContactQuota } from '#server/catalog/contact-quota.ts'
import type { IdentityProvider } from '#server/accounts/identity-provider/identity-provider.ts'
import type { PictureAddresses } from '#server/catalog/pictures/picture-addresses.ts'
import { clientNetwork } from './client-network.ts'
import { languageOf, type Say } from './error-messages.ts'
import { createResponseSlots, type LimitAccount } from './account-limits.ts'
import { parseInput } from './parse-input.ts'
import { isProductionMode } from '#server/platform/production-mode.ts'
import { acceptForms, createUploads, type ReceivedUpload } from './uploads.ts'
import type { Sessions } from '#server/platform/session/sessions.ts'
import { isPaid, type Viewer } from '#server/platform/session/viewer.ts'

/** What a feature needs to register its routes. */
export type App = {
  server: FastifyInstance
  ctx: AppContext
  sessions: Sessions
  pictureAddresses: PictureAddresses
  identityProvider: IdentityProvider | null
  signInLimits: SignInLimits
  identityLimits: IdentityLimits
  contactQuota: ContactQuota
  limitAccount: LimitAccount
  say: Say
}

/** The context of one request; verbs take it first. */
export type RequestContext = AppContext & {
  /** For shared queries: one caller who leaves must not cancel the others' answer. */
  sharedDb: Db
  /** Null only on public calls, which ignore the bearer token. */
  viewer: Viewer | null
  requestId: string
  language: Language
  /** The caller's address as limits count it: IPv4 /32, IPv6 /64. */
  network: string
  userAgent: string | null
  sessions: Sessions
  /** Foreign pictures are served from our own addresses. */
  pictureAddresses: PictureAddresses
  /** Null without a configured provider. */
  identityProvider: IdentityProvider | null
  signInLimits: SignInLimits
  identityLimits: IdentityLimits
  /** Limits how many stores' contacts the account may see today. */
  contactQuota: ContactQuota
  /** A text of the `errors` namespace in the caller's language. */
  say: (key: string) => string
}

declare module 'fastify' {
  interface FastifyRequest {
    viewer: Viewer | null
  }
  interface FastifyContextConfig {
    endpoint?: AnyEndpoint
    /** Answers even while all other calls are refused for lack of capacity. */
    isProbe?: boolean
    /** Lasts for minutes, and uses separate slots. */
    isLasting?: boolean
  }
}

type RouteInput<E extends AnyEndpoint> = {
  ctx: RequestContext
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
} & (E extends { upload: Upload } ? { readFile: ReceivedUpload['read'] } : unknown)

type RouteOptions<E extends AnyEndpoint> = {
  /** The status of a successful answer; 200 by default. */
  status?: (answer: ResponseOf<E>) => number
  /** `cache-control` of a public answer. Everything else is `no-store`. */
  caching?: string
  isProbe?: boolean
}

const json = Symbol('JSON text')

/** An answer as serialised text. Every part of it has already passed its schema. */
export type Serialized<Answer> = { readonly [json]: string; readonly of?: Answer }

export const serialized = <Answer>(text: string): Serialized<Answer> => ({ [json]: text })

const jsonTextOf = (answer: unknown): string | null =>
  // Safe: only `serialized` sets it.
  typeof answer === 'object' && answer !== null && json in answer ? (answer[json] as string) : null

const UPLOAD_WITHIN_MS = 40_000

/** Registers an endpoint: access first, then the schemas, then the verb, then the response schema as the last filter. */
export function route<E extends AnyEndpoint>(
  app: App,
  endpoint: E,
  verb: (input: RouteInput<E>) => Promise<ResponseOf<E> | Serialized<ResponseOf<E>>>,
  { status, caching, isProbe = false }: RouteOptions<E> = {},
): void {
  if (caching && endpoint.access !== 'public')
    throw new Error(`${endpoint.name} answers differently to each caller`)
  const uploads = endpoint.upload && createUploads(endpoint.upload)
  // In production, serialised text is not checked again: text that fails the schema is a bug that a test finds.
  const isChecked = !isProductionMode()
  const options: ServerRoute = {
    method: endpoint.method,
    url: endpoint.path,
    config: { endpoint, isProbe },
    // The connection's limit, not this one, ends a slow upload.
    ...(uploads && { handlerTimeout: UPLOAD_WITHIN_MS }),
    onRequest: async (request) => {
      request.viewer = await admit(app, endpoint.access, request)
    },
    handler: (request, reply) =>
      limitPaid(app, endpoint.access, request, async () => {
        using upload = uploads?.begin(request, reply)
        const input = { ...parseInput(endpoint, request), readFile: upload?.read }
        const ctx = requestContext(app, request)
        const answer = await auditRefusals(ctx, endpoint, verb({ ctx, ...input } as RouteInput<E>))
        if (status) reply.code(status(answer as ResponseOf<E>))
        if (caching && reply.statusCode === 200) reply.header('cache-control', caching)
        const text = jsonTextOf(answer)
        if (text === null) return endpoint.response.parse(answer)
        if (isChecked) endpoint.response.parse(JSON.parse(text))
        reply.type('application/json; charset=utf-8')
        return text
      }),
  }
  if (!uploads) return void app.server.route(options)
  app.server.register(async (scope) => {
    await acceptForms(scope)
    scope.route(options)
  })
}

/** A file that is written while it is sent. */
export type StreamedFile = { mediaType: string; fileName: string; bytes: AsyncIterable<string | Uint8Array> }

/** Longer than any caller waits for a file. The connection's own limit cuts off a reader that takes nothing for half a minute. */
const STREAM_WITHIN_MS = 60 * 60_000
/** Each holds one of the slots of all requests in progress; the rest is for callers who want an answer at once. */
const PLACES = { most: 20, ofAccount: 5 }

/**
 * Registers a download. The verb refuses by throwing. After the first byte, an error closes the connection without a proper end, so that a
 * partial file never passes for the whole. The file is read only as fast as the caller takes it, and reading stops when the caller leaves.
 */
export function streamRoute<D extends Download>(
  app: App,
  download: D,
  /** Call `takePlace` once the download's owner is known, before anything is used up. */
  verb: (input: {
    ctx: RequestContext
    params: ParamsOf<D>
    takePlace: (account: string) => void
  }) => Promise<StreamedFile>,
): void {
  const places = createResponseSlots(PLACES)
  app.server.route({
    method: download.method,
    url: download.path,
    // A HEAD request would use up a download that works only once.
    exposeHeadRoute: false,
    handlerTimeout: STREAM_WITHIN_MS,
    handler: async (request, reply) => {
      const { params } = parseInput(download, request)
      const ctx = requestContext(app, request)
      const { mediaType, fileName, bytes } = await verb({
        ctx,
        params: params as ParamsOf<D>,
        takePlace: (account) => places.take(account, reply),
      })
      reply.header('content-disposition', `attachment; filename="${fileName}"`)
      return reply.type(mediaType).send(Readable.from(bytes, { objectMode: false }))
    },
  })
}

/** Paid calls query all stores and trends: one account must not use all of that capacity. */
const limitPaid = <Answer>(
  { limitAccount }: App,
  access: Access,
  { viewer }: FastifyRequest,
  answer: () => Promise<Answer>,
): Promise<Answer> => (access === 'paid' && viewer ? limitAccount(viewer.userId, answer) : answer())

/** @throws AppError 401 or 403, before a byte of the body is read */
export async function admit(app: App, access: Access, request: FastifyRequest): Promise<Viewer | null> {
  if (access === 'public') return null
  const viewer = await app.sessions.find(bearerOf(request))
  if (access === 'session' || isPaid(viewer)) return viewer
  await recordRefusal(app.ctx, {
    kind: 'access.plan_required',
    userId: viewer.userId,
    network: clientNetwork(request.ip),
    detail: { endpoint: request.routeOptions.config.endpoint?.name },
  })
  throw planRequired()
}

/** Every 403 is audited: those of the access rule in `admit`, those of the verbs here, after their transactions. */
async function auditRefusals<Answer>(
  ctx: RequestContext,
  { name }: AnyEndpoint,
  answer: Promise<Answer>,
): Promise<Answer> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof AppError && statusOf(error) === 403)
      await recordRefusal(ctx, {
        kind: 'access.refused',
        userId: ctx.viewer?.userId ?? null,
        network: ctx.network,
        detail: { endpoint: name, code: error.code },
      })
    throw error
  }
}

/** @throws AppError `authentication_required` */
export function bearerOf(request: FastifyRequest): string {
  const token = /^Bearer +([\w.~+/=-]+) *$/i.exec(request.headers.authorization ?? '')?.[1]
  if (!token) throw authenticationRequired()
  return token
}

export function requestContext(app: App, request: FastifyRequest): RequestContext {
  const language = languageOf(request.headers['accept-language'])
  let own: Db | undefined
  return {
    ...app.ctx,
    get db() {
      return (own ??= databaseFor(app.ctx, request))
    },
    sharedDb: app.ctx.db,
    viewer: request.viewer,
    requestId: request.id,
    language,
    network: clientNetwork(request.ip),
    userAgent: request.headers['user-agent'] ?? null,
    sessions: app.sessions,
    pictureAddresses: app.pictureAddresses,
    identityProvider: app.identityProvider,
    signInLimits: app.signInLimits,
    identityLimits: app.identityLimits,
    contactQuota: app.contactQuota,
    say: (key) => app.say(language, key),
  }
}

/** When the caller leaves, reads are cancelled and writes continue. */
const databaseFor = ({ db, dbWithSignal }: AppContext, { method, signal }: FastifyRequest): Db =>
  method === 'GET' && dbWithSignal ? dbWithSignal(signal) : db

/** Verbs call these first, even when another verb calls them. @throws AppError `authentication_required` */
export function requireViewer({ viewer }: Pick<RequestContext, 'viewer'>): Viewer {
  if (!viewer) throw authenticationRequired()
  return viewer
}

/** @throws AppError `authentication_required` or `plan_required` */
export function requirePaid(ctx: Pick<RequestContext, 'viewer'>): Viewer {
  const viewer = requireViewer(ctx)
  if (!isPaid(viewer)) throw planRequired()
  return viewer
}
