import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RouteOptions as ServerRoute,
} from 'fastify'
import type {
  Access,
  AnyEndpoint,
  BodyOf,
  ParamsOf,
  QueryOf,
  ResponseOf,
  TextBody,
  Upload,
} from '#contracts/endpoint.ts'
import type { AppContext } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/schema.ts'
import type { RouteLimit } from '#server/platform/limits.ts'
import { isProductionMode } from '#server/platform/process/production-mode.ts'
import type { Sessions } from '#server/platform/session/sessions.ts'
import { requireViewer, type Viewer } from '#server/platform/session/viewer.ts'
import { auditRefusals, createAuthorization } from './access.ts'
import type { LimitAccount } from './account-limits.ts'
import { clientNetwork } from './connection-limit.ts'
import { type Cookies, createCookies } from './cookies.ts'
import { languageOf, type Say } from './error-messages.ts'
import { createAddressParser, parseInput } from './parse-input.ts'
import type { RequestContext } from './request-context.ts'
import { type Body, encodeFor } from './shared-bodies.ts'
import { acceptForms, acceptText, createUploads, readText, type ReceivedUpload } from './uploads.ts'

/**
 * What a domain needs to register its routes. `Services`: what its verbs find in their context
 * beside the platform; here with the platform, because each request copies both at once.
 */
export type App<Services extends object = object> = {
  server: FastifyInstance
  ctx: AppContext
  services: Services & Omit<AppContext, 'db'>
  sessions: Sessions
  limitAccount: LimitAccount
  say: Say
}

declare module 'fastify' {
  interface FastifyRequest {
    viewer: Viewer | null
  }
  interface FastifyContextConfig {
    endpoint?: Pick<AnyEndpoint, 'name' | 'method' | 'access'>
    /** Answers even while all other calls are refused for lack of capacity. */
    isProbe?: boolean
    /** Lasts for minutes, and uses separate slots. */
    isLasting?: boolean
  }
}

type RouteInput<E extends AnyEndpoint, Services> = {
  ctx: RequestContext & Services
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  cookies: Cookies
} & (E extends { upload: Upload } ? { readFile: ReceivedUpload['read'] } : unknown) &
  (E extends { text: TextBody } ? { text: AsyncIterable<Uint8Array> } : unknown)

type Verb<E extends AnyEndpoint, Services> = (
  input: RouteInput<E, Services>,
) => Promise<ResponseOf<E> | Serialized<ResponseOf<E>>>

type RouteOptions<E extends AnyEndpoint> = {
  /** 200 by default. */
  status?: (answer: ResponseOf<E>) => number
  /** `cache-control` of a public answer. Everything else is `no-store`. */
  caching?: string
  isProbe?: boolean
  /** Counted for the caller's network or account before the verb runs. */
  limits?: readonly RouteLimit[]
}

const json = Symbol('JSON text')

/** An answer as JSON. Every part of it has already passed its schema. */
export type Serialized<Answer> = { readonly [json]: Body; readonly of?: Answer }

export const serialized = <Answer>(body: Body): Serialized<Answer> => ({ [json]: body })

const jsonOf = (answer: unknown): Body | null =>
  // Safe: only `serialized` sets it.
  typeof answer === 'object' && answer !== null && json in answer ? (answer[json] as Body) : null

const UPLOAD_WITHIN_MS = 40_000

/**
 * Registers an endpoint: access first, then the schemas, then the verb, then the response schema as
 * the last filter.
 */
export function route<E extends AnyEndpoint, Services extends object>(
  app: App<Services>,
  endpoint: E,
  verb: Verb<E, Services>,
  options: RouteOptions<E> = {},
): void {
  const { caching, isProbe = false } = options
  if (caching && endpoint.access !== 'public')
    throw new Error(`${endpoint.name} answers differently to each caller`)
  const uploads = endpoint.upload && createUploads(endpoint.upload)
  const { text: textBody } = endpoint
  // Its handler reads it while it arrives.
  const isStreamed = uploads !== undefined || textBody !== undefined
  const authorization = createAuthorization(app, endpoint.access)
  const answer = createAnswer(app, endpoint, verb, options)
  const answerStreamed = async (request: FastifyRequest, reply: FastifyReply) => {
    using upload = uploads?.begin(request, reply)
    const readFile = async () => {
      const file = await upload?.read()
      await authorization.afterBody(request)
      return file
    }
    async function* readTextBody(expected: TextBody) {
      yield* readText(request, reply, expected)
      await authorization.afterBody(request)
    }
    const text = textBody ? readTextBody(textBody) : undefined
    return await answer(request, reply, { readFile, text })
  }
  const serverRoute: ServerRoute = {
    method: endpoint.method,
    url: endpoint.path,
    config: { endpoint, isProbe },
    // The connection's limit, not this one, ends a slow upload.
    ...(isStreamed && { handlerTimeout: UPLOAD_WITHIN_MS }),
    onRequest: (request) => authorization.beforeBody(request),
    preHandler(request, _reply, done) {
      const checked = isStreamed ? undefined : authorization.afterBody(request)
      if (checked) checked.then(() => done(), done)
      else done()
    },
    handler: (request, reply) =>
      limitPaid(app, endpoint.access, request, () =>
        isStreamed ? answerStreamed(request, reply) : answer(request, reply),
      ),
  }
  if (!isStreamed) return void app.server.route(serverRoute)
  app.server.register(async (scope) => {
    await (textBody ? acceptText(scope, textBody) : acceptForms(scope))
    scope.route(serverRoute)
  })
}

/** `streamed`: what the verb gets beside the input, of a body that it reads while it arrives. */
function createAnswer<E extends AnyEndpoint, Services extends object>(
  app: App<Services>,
  endpoint: E,
  verb: Verb<E, Services>,
  { status, caching, limits = [] }: RouteOptions<E>,
) {
  const parse = endpoint.body
    ? (request: FastifyRequest) => parseInput(endpoint, request)
    : createAddressParser(endpoint)
  // In production, serialised text is not checked again: text that fails the schema is a bug that a
  // test finds.
  const isChecked = !isProductionMode()
  return async (request: FastifyRequest, reply: FastifyReply, streamed: object = {}) => {
    const cookies = createCookies(request, reply, app.ctx.config.PUBLIC_ORIGIN)
    const input = { ...parse(request), ...streamed, cookies }
    const ctx = requestContext(app, request)
    if (limits.length > 0) await countCall(ctx, limits)
    const answered = await auditRefusals(
      ctx,
      endpoint,
      verb({ ctx, ...input } as RouteInput<E, Services>),
    )
    if (status) reply.code(status(answered as ResponseOf<E>))
    if (caching && reply.statusCode === 200) reply.header('cache-control', caching)
    const body = jsonOf(answered)
    if (body === null) return endpoint.response.parse(answered)
    if (isChecked) endpoint.response.parse(JSON.parse(body.bytes.toString()))
    return encodeFor(request, reply.type('application/json; charset=utf-8'), body)
  }
}

/** Paid calls query all stores and trends: one account must not use all of that capacity. */
const limitPaid = <Answer>(
  { limitAccount }: App,
  access: Access,
  { viewer }: FastifyRequest,
  answer: () => Promise<Answer>,
): Promise<Answer> => {
  if (access !== 'paid' || !viewer) return answer()
  // Programs with an API key must not keep their owner's screens waiting.
  return limitAccount(viewer.sessionId === null ? `key ${viewer.userId}` : viewer.userId, answer)
}

/** @throws AppError `rate_limited` */
async function countCall(ctx: RequestContext, limits: readonly RouteLimit[]): Promise<void> {
  for (const limit of limits)
    await ctx.limits.consume(
      limit,
      limit.per === 'network' ? ctx.network : requireViewer(ctx).userId,
    )
}

export function requestContext<Services extends object>(
  app: App<Services>,
  request: FastifyRequest,
  viewer = request.viewer,
): RequestContext & Services {
  const language = languageOf(request.headers['accept-language'])
  const { db, dbWithSignal } = app.ctx
  let own: Db | undefined
  const context = {
    ...app.services,
    // When the caller of a GET leaves, its reads are cancelled and its writes continue. Made for
    // those that read: it costs more than the rest of a small answer.
    [OWN_DB]: () =>
      (own ??= request.method === 'GET' && dbWithSignal ? dbWithSignal(request.signal) : db),
    sharedDb: db,
    viewer,
    requestId: request.id,
    arrivedAtMs: request.arrivedAtMs,
    language,
    network: clientNetwork(request.ip),
    userAgent: request.headers['user-agent'] ?? null,
    sessions: app.sessions,
    say: (key: string) => app.say(language, key),
  }
  addDb(context)
  return context
}

const OWN_DB = Symbol('database of the request')
type Asked = { [OWN_DB]: () => Db }

/** Shared by all contexts: with separate accessors, V8 gives each context another hidden class. */
const accessor = {
  enumerable: true,
  get(this: Asked) {
    return this[OWN_DB]()
  },
}

function addDb<Context extends Asked>(context: Context): asserts context is Context & { db: Db } {
  Object.defineProperty(context, 'db', accessor)
}
