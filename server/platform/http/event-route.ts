import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { EventStream } from '#contracts/endpoint.ts'
import { AppError } from '#server/platform/errors.ts'
import { isPaid } from '#server/platform/session/viewer.ts'
import { authorize, bearerOf } from './access.ts'
import { createResponseSlots } from './account-limits.ts'
import { parseInput } from './parse-input.ts'
import type { RequestContext } from './request-context.ts'
import { type App, requestContext } from './route.ts'

type EventInput<Services> = { ctx: RequestContext & Services; query: unknown; signal: AbortSignal }

/** A little longer than the streams themselves last. */
const STREAM_WITHIN_MS = 15 * 60_000
/** Each costs a connection and little else. */
const MAX_STREAMS = 1_000
const MAX_STREAMS_PER_ACCOUNT = 8

/** How long a stream may continue after its session ended, plus the time until its next event. */
const CHECK_SESSION_EVERY_MS = 1_000

/**
 * A stream of server-sent events; null is a keep-alive. It ends with the caller, the server or the
 * session: an event named `refused` then carries the error code that the next call would get.
 */
export function eventRoute<Services extends object>(
  app: App<Services>,
  stream: EventStream,
  follow: (input: EventInput<Services>) => AsyncIterable<unknown>,
): void {
  const closing = new AbortController()
  const slots = createResponseSlots({ max: MAX_STREAMS, maxPerKey: MAX_STREAMS_PER_ACCOUNT })
  app.server.addHook('preClose', async () => closing.abort())
  app.server.route({
    method: stream.method,
    url: stream.path,
    config: { isLasting: true },
    exposeHeadRoute: false,
    handlerTimeout: STREAM_WITHIN_MS,
    onRequest: async (request) => {
      request.viewer = await authorize(app, stream.access, request)
    },
    handler: async (request, reply) => {
      // Safe: the parser reads only the schemas of a call, and a stream has one of a query.
      const { query } = parseInput({ query: stream.query }, request)
      const ctx = requestContext(app, request)
      await slots.acquire(ctx.viewer?.userId ?? '', reply)
      const closed = new AbortController()
      reply.raw.once('close', () => closed.abort())
      const signal = AbortSignal.any([closed.signal, closing.signal])
      // A server that closes would otherwise wait for the next request on this connection.
      reply.headers({ 'x-accel-buffering': 'no', connection: 'close' })
      const events = follow({ ctx, query, signal })
      const text = toEventText(events, stream, signal, () => refusalOf(app, stream, request))
      return reply.type('text/event-stream').send(Readable.from(text, { objectMode: false }))
    },
  })
}

type Refusal = { code: string } | 'unknown' | null

async function* toEventText(
  events: AsyncIterable<unknown>,
  stream: EventStream,
  signal: AbortSignal,
  readRefusal: () => Promise<Refusal>,
): AsyncGenerator<string, void> {
  let checkedAt = performance.now()
  try {
    for await (const event of events) {
      if (performance.now() - checkedAt >= CHECK_SESSION_EVERY_MS) {
        const refusal = await readRefusal()
        checkedAt = performance.now()
        // The client reconnects and gets the refusal then.
        if (refusal === 'unknown') return
        if (refusal) {
          yield `event: refused\ndata: ${JSON.stringify(refusal)}\n\n`
          return
        }
      }
      yield event === null ? ':\n\n' : `data: ${JSON.stringify(stream.event.parse(event))}\n\n`
    }
  } catch (error) {
    // The client or the server closed the stream: neither is a failure.
    if (!signal.aborted) throw error
  }
}

/** A stream does not count as activity: an idle session still expires. */
async function refusalOf(
  { sessions, ctx }: App,
  { access }: EventStream,
  request: FastifyRequest,
): Promise<Refusal> {
  if (access === 'public') return null
  try {
    const viewer = await sessions.find(bearerOf(request), { recordsUse: false })
    return access === 'paid' && !isPaid(viewer) ? { code: 'plan_required' } : null
  } catch (error) {
    if (error instanceof AppError) return { code: error.code }
    ctx.log.info(
      { event: 'stream.unchecked', err: error },
      'could not check the session of a stream',
    )
    return 'unknown'
  }
}
