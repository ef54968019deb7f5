import { Readable } from 'node:stream'
import type { EventStream } from '#contracts/endpoint.ts'
import { parseInput } from '#server/http/parse-input.ts'
import { createPlaces } from '#server/http/places.ts'
import { admit, type App, requestContext, type RequestContext } from '#server/route.ts'

type EventInput = { ctx: RequestContext; query: unknown; signal: AbortSignal }

/** A little longer than the streams themselves last. */
const STREAM_WITHIN_MS = 15 * 60_000
/** Each costs a connection and little else. */
const MAX_STREAMS = 1_000
const MAX_STREAMS_PER_ACCOUNT = 8

/** Hangs a stream of server-sent events on the server; null is a sign of life without a value. It ends with the caller or the server. */
export function eventRoute(
  app: App,
  stream: EventStream,
  follow: (input: EventInput) => AsyncIterable<unknown>,
): void {
  const closing = new AbortController()
  const places = createPlaces({ most: MAX_STREAMS, ofAccount: MAX_STREAMS_PER_ACCOUNT })
  app.server.addHook('preClose', async () => closing.abort())
  app.server.route({
    method: stream.method,
    url: stream.path,
    config: { isLasting: true },
    exposeHeadRoute: false,
    handlerTimeout: STREAM_WITHIN_MS,
    onRequest: async (request) => {
      request.viewer = await admit(app, stream.access, request)
    },
    handler: async (request, reply) => {
      // Safe: the parser reads only the schemas of a call, and a stream has one of a query.
      const { query } = parseInput({ query: stream.query }, request)
      const ctx = requestContext(app, request)
      places.take(ctx.viewer?.userId ?? '', reply)
      const gone = new AbortController()
      reply.raw.once('close', () => gone.abort())
      const signal = AbortSignal.any([gone.signal, closing.signal])
      // A server that closes would otherwise wait for the next request on this connection.
      reply.headers({ 'x-accel-buffering': 'no', connection: 'close' })
      const text = toEventText(follow({ ctx, query, signal }), stream, signal)
      return reply.type('text/event-stream').send(Readable.from(text, { objectMode: false }))
    },
  })
}

async function* toEventText(events: AsyncIterable<unknown>, stream: EventStream, signal: AbortSignal) {
  try {
    for await (const event of events)
      yield event === null ? ':\n\n' : `data: ${JSON.stringify(stream.event.parse(event))}\n\n`
  } catch (error) {
    // The caller left, or we do: neither is a failure.
    if (!signal.aborted) throw error
  }
}
