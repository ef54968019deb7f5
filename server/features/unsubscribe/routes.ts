import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as api from '#contracts/unsubscribe.ts'
import { type App, route } from '#server/route.ts'
import { readUnsubscribe, resubscribe, unsubscribe } from './unsubscribe.ts'

const MAX_BODY_BYTES = 8 * 1024

export function unsubscribeRoutes(app: App): void {
  route(app, api.resubscribe, ({ ctx, body }) => resubscribe(ctx, body))
  app.server.register(async (server) => {
    acceptAnyBody(server)
    server.addHook('onRequest', showThePage)
    route({ ...app, server }, api.readUnsubscribe, ({ ctx, query }) => readUnsubscribe(ctx, query))
    route({ ...app, server }, api.unsubscribe, ({ ctx, query }) => unsubscribe(ctx, query))
  })
}

/** Mail programs send one of two form types (RFC 8058); the address alone holds all that matters. */
function acceptAnyBody(server: FastifyInstance): void {
  const forms = ['application/x-www-form-urlencoded', 'multipart/form-data']
  server.addContentTypeParser(
    forms,
    { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES },
    (_request, _body, done) => done(null, {}),
  )
}

/** Programs without one-click support open the address in a browser. */
async function showThePage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
  if (request.method !== 'GET' || !request.headers.accept?.includes('text/html')) return undefined
  const { search } = new URL(request.url, 'http://localhost')
  return reply.redirect(`/unsubscribe${search}`, 303)
}
