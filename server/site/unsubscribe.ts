import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { BodyOf, QueryOf, ResponseOf } from '#contracts/endpoint.ts'
import { toUserId } from '#contracts/ids.ts'
import * as api from '#contracts/site/mail-subscriptions.ts'
import { setEmailUpdates } from '#server/accounts/api.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { RequestContext } from '#server/platform/http/request-context.ts'
import { type App, route } from '#server/platform/http/route.ts'
import {
  readUnsubscribeToken,
  type UnsubscribeTarget,
} from '#server/platform/mail/unsubscribe-link.ts'
import { requireViewer } from '#server/platform/session/viewer.ts'
import { endSubscription } from '#server/site/newsletter/newsletter.ts'
import {
  disableBriefMails,
  disableSearchMails,
  enableBriefMails,
  enableSearchMails,
} from '#server/workspace/api.ts'

type Link = QueryOf<typeof api.unsubscribe>

/** The kind of mail that the link turns off; never its recipient. */
async function readUnsubscribe(
  ctx: RequestContext,
  { token }: Link,
): Promise<ResponseOf<typeof api.readUnsubscribe>> {
  return { kind: (await readLink(ctx, token)).kind }
}

/** Any holder of the link may use it repeatedly: it only turns mails off. */
async function unsubscribe(
  ctx: RequestContext,
  { token }: Link,
): Promise<ResponseOf<typeof api.unsubscribe>> {
  const { kind, id } = await readLink(ctx, token)
  await inTransaction(ctx, async (ctx) => {
    switch (kind) {
      case 'digest':
        return setEmailUpdates(ctx, toUserId(id), false)
      case 'search':
        return disableSearchMails(ctx, id)
      case 'newsletter':
        return endSubscription(ctx, id)
      case 'brief':
        return disableBriefMails(ctx, toUserId(id))
      default:
        return kind satisfies never
    }
  })
  return { kind, message: ctx.say('done_unsubscribed') }
}

/** @throws AppError `not_found` for another account's target */
async function resubscribe(
  ctx: RequestContext,
  { token }: BodyOf<typeof api.resubscribe>,
): Promise<ResponseOf<typeof api.resubscribe>> {
  const { userId } = requireViewer(ctx)
  const { kind, id } = await readLink(ctx, token)
  await inTransaction(ctx, async (ctx) => {
    if (kind === 'search' && (await enableSearchMails(ctx, { userId, searchId: id }))) return
    if (kind === 'digest' && id === userId) return setEmailUpdates(ctx, userId, true)
    if (kind === 'brief' && id === userId && (await enableBriefMails(ctx, userId))) return
    throw notFound()
  })
  return { message: ctx.say('done_resubscribed') }
}

/** A truncated link gets an error: the person must not believe that it worked. */
async function readLink(ctx: RequestContext, token: string): Promise<UnsubscribeTarget> {
  const target = readUnsubscribeToken(ctx, token)
  if (!target) throw new AppError('unsubscribe_link_invalid', { field: 'token' })
  return target
}

const MAX_BODY_BYTES = 8 * 1024

export function unsubscribeRoutes(app: App): void {
  route(app, api.resubscribe, ({ ctx, body }) => resubscribe(ctx, body))
  app.server.register(async (server) => {
    acceptAnyBody(server)
    server.addHook('onRequest', redirectToPage)
    route({ ...app, server }, api.readUnsubscribe, ({ ctx, query }) => readUnsubscribe(ctx, query))
    route({ ...app, server }, api.unsubscribe, ({ ctx, query }) => unsubscribe(ctx, query))
  })
}

/**
 * Mail programs send one of two form types (RFC 8058); the address alone holds all that matters.
 */
function acceptAnyBody(server: FastifyInstance): void {
  const forms = ['application/x-www-form-urlencoded', 'multipart/form-data']
  server.addContentTypeParser(
    forms,
    { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES },
    (_request, _body, done) => done(null, {}),
  )
}

/** Programs without one-click support open the address in a browser. */
async function redirectToPage(
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  if (request.method !== 'GET' || !request.headers.accept?.includes('text/html')) return undefined
  const { search } = new URL(request.url, 'http://localhost')
  return reply.redirect(`/unsubscribe${search}`, 303)
}
