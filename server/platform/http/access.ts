import type { FastifyRequest } from 'fastify'
import { rightsOf } from '#contracts/billing/plan-rights.ts'
import { type Access, acceptsApiKey, type AnyEndpoint } from '#contracts/endpoint.ts'
import type { ErrorCode } from '#contracts/errors.ts'
import { limits } from '#server/platform/limits.ts'
import { recordRefusal } from '#server/platform/audit-trail.ts'
import type { AppContext } from '#server/platform/context.ts'
import { AppError, authenticationRequired, statusOf } from '#server/platform/errors.ts'
import type { Sessions } from '#server/platform/session/sessions.ts'
import { findKeyOwner, isApiKey, isPaid, type Viewer } from '#server/platform/session/viewer.ts'
import { clientNetwork } from './connection-limit.ts'
import type { RequestContext } from './request-context.ts'

type AccessParts = { ctx: Pick<AppContext, 'db' | 'limits' | 'log' | 'now'>; sessions: Sessions }

/**
 * Sets the viewer of a call before a byte of its body is read, and again once a body that took
 * longer has arrived: meanwhile its session may have ended.
 * @throws AppError 401 or 403
 */
export function createAuthorization(app: AccessParts, access: Access) {
  const early = new WeakSet<FastifyRequest>()
  const setViewer = async (request: FastifyRequest): Promise<void> => {
    request.viewer = await authorize(app, access, request)
  }
  return {
    async beforeBody(request: FastifyRequest): Promise<void> {
      await setViewer(request)
      // Not merely falsy: a call by `inject` has no such property, and its body is there from the
      // start.
      if (request.raw.complete === false) early.add(request)
    },
    /** Without a promise for the requests whose body was there: nearly all. */
    afterBody(request: FastifyRequest): Promise<void> | undefined {
      return early.delete(request) ? setViewer(request) : undefined
    },
  }
}

/** @throws AppError 401 or 403 */
export async function authorize(
  app: AccessParts,
  access: Access,
  request: FastifyRequest,
): Promise<Viewer | null> {
  if (access === 'public') return null
  const token = bearerOf(request)
  if (isApiKey(token)) return authorizeKey(app.ctx, token, request)
  const viewer = await app.sessions.find(token)
  if (access === 'session') return viewer
  if (access === 'operator') return authorizeOperator(app.ctx, viewer, request)
  if (isPaid(viewer)) return viewer
  return refuse(app.ctx, viewer, request, 'plan_required')
}

async function authorizeKey(
  ctx: AccessParts['ctx'],
  key: string,
  request: FastifyRequest,
): Promise<Viewer> {
  const owner = await findKeyOwner(ctx, key)
  await ctx.limits.consume(limits.apiCalls, owner.userId)
  const { endpoint } = request.routeOptions.config
  // A stream of events has no endpoint.
  if (!endpoint || !acceptsApiKey(endpoint)) return refuse(ctx, owner, request, 'api_key_refused')
  if (!rightsOf(owner.role).hasApiKeys) return refuse(ctx, owner, request, 'plan_required')
  return owner
}

/** @throws AppError with this code, after the refusal is recorded */
async function refuse(
  ctx: AccessParts['ctx'],
  { userId }: Viewer,
  request: FastifyRequest,
  code: ErrorCode,
): Promise<never> {
  await recordRefusal(ctx, {
    kind: code === 'plan_required' ? 'access.plan_required' : 'access.refused',
    userId,
    network: clientNetwork(request.ip),
    detail: {
      endpoint: request.routeOptions.config.endpoint?.name,
      ...(code !== 'plan_required' && { code }),
    },
  })
  throw new AppError(code)
}

async function authorizeOperator(
  ctx: AccessParts['ctx'],
  viewer: Viewer,
  request: FastifyRequest,
): Promise<Viewer> {
  if (viewer.operatorUntil !== null && viewer.operatorUntil > ctx.now()) return viewer
  const operator = await ctx.db
    .selectFrom('operators')
    .select('user_id')
    .where('user_id', '=', viewer.userId)
    .executeTakeFirst()
  return refuse(ctx, viewer, request, operator ? 'second_factor_required' : 'operator_required')
}

/**
 * Every 403 is audited: those of the access rule in `authorize`, those of the verbs here, after
 * their transactions.
 */
export async function auditRefusals<Answer>(
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
