import { Readable } from 'node:stream'
import type { Download, ParamsOf } from '#contracts/endpoint.ts'
import type { Viewer } from '#server/platform/session/viewer.ts'
import { authorize } from './access.ts'
import { createResponseSlots } from './account-limits.ts'
import { parseInput } from './parse-input.ts'
import type { RequestContext } from './request-context.ts'
import { type App, requestContext } from './route.ts'

export type StreamedFile = {
  mediaType: string
  fileName: string
  bytes: AsyncIterable<string | Uint8Array>
}

/**
 * Longer than any caller waits for a file. The connection's own limit cuts off a reader that takes
 * nothing for half a minute.
 */
const STREAM_WITHIN_MS = 60 * 60_000
/**
 * Each holds one of the slots of all requests in progress; the rest is for callers who want an
 * answer at once.
 */
const SLOTS = { max: 20, maxPerKey: 5 }

/**
 * Registers a download. The verb refuses by throwing; after the first byte an error closes the
 * connection without a proper end, so that a partial file never passes for the whole. Read only as
 * fast as the caller takes it, and no longer.
 */
export function streamRoute<D extends Download, Services extends object>(
  app: App<Services>,
  download: D,
  /** Call `acquire` once the download's owner is known, before anything is used up. */
  verb: (input: {
    ctx: RequestContext & Services
    params: ParamsOf<D>
    acquire: (account: string) => Promise<void>
    /** The context as if this account had signed in to the request. */
    contextFor: (viewer: Viewer) => RequestContext & Services
    /** Aborts when the caller leaves, before the reads that this cancels fail. */
    signal: AbortSignal
  }) => Promise<StreamedFile>,
): void {
  const slots = createResponseSlots(SLOTS)
  app.server.route({
    method: download.method,
    url: download.path,
    // A HEAD request would use up a download that works only once.
    exposeHeadRoute: false,
    config: { endpoint: download },
    handlerTimeout: STREAM_WITHIN_MS,
    onRequest: async (request) => {
      request.viewer = await authorize(app, download.access, request)
    },
    handler: async (request, reply) => {
      const { params } = parseInput(download, request)
      const ctx = requestContext(app, request)
      const { mediaType, fileName, bytes } = await verb({
        ctx,
        params: params as ParamsOf<D>,
        acquire: (account) => slots.acquire(account, reply),
        contextFor: (viewer) => requestContext(app, request, viewer),
        signal: request.signal,
      })
      reply.header('content-disposition', `attachment; filename="${fileName}"`)
      return reply.type(mediaType).send(Readable.from(bytes, { objectMode: false }))
    },
  })
}
