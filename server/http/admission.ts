import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyRequest, RouteHandlerMethod } from 'fastify'
import { createRequestSlots } from './request-slots.ts'

/**
 * Ten connections serve about this many waiting requests within a second when a query takes 100 ms. Beyond it, waiting
 * longer only makes everybody late: the caller is told to come back.
 */
const MAX_IN_FLIGHT = 100
/** Bodies on their way, each of at most 1 MiB. Slow ones keep out other requests with a body, and nothing else. */
const MAX_ARRIVING = 200
/** A browser sends six at once; with this share it takes ten networks to fill all of them. */
const MAX_ARRIVING_PER_NETWORK = 20

type AdmissionOptions = {
  isExempt: (request: FastifyRequest) => boolean
  /** Costs little: served without a slot where none is free. */
  mayPassWhenFull: (request: FastifyRequest) => boolean
  /** Requests under way then only wait for its return, and it is not their work that keeps others out. */
  isDatabaseAway: () => boolean
}

/** How far one request has come. A caller who leaves does not end the work that was begun for them. */
type Progress = { isArriving: boolean; isClosed: boolean; isAnswered: boolean; handlers: number }

type Release = (request: FastifyRequest, progress: Progress) => void

/**
 * Refuses with 503 and Retry-After while too many requests are being worked on, or too many bodies are arriving. A request
 * holds its slot until its handler has ended and its connection is done with it, whichever comes last.
 */
export function limitAdmission(
  server: FastifyInstance,
  { isExempt, mayPassWhenFull, isDatabaseAway }: AdmissionOptions,
): void {
  const working = createRequestSlots({ max: MAX_IN_FLIGHT, mayWait: isDatabaseAway })
  const arriving = createRequestSlots({ max: MAX_ARRIVING, maxPerNetwork: MAX_ARRIVING_PER_NETWORK })
  const underWay = new WeakMap<FastifyRequest, Progress>()

  const releaseWhenOver: Release = (request, progress) => {
    if (progress.isClosed && progress.isAnswered && progress.handlers === 0) working.release(request)
  }
  server.addHook('onRoute', (route) => void (route.handler = track(route.handler, underWay, releaseWhenOver)))
  server.addHook('onRequest', async (request, reply) => {
    if (isInnerCall(request) || isExempt(request)) return
    const progress = { isArriving: false, isClosed: false, isAnswered: false, handlers: 0 }
    underWay.set(request, progress)
    // `close` comes once for every response, also when the caller went away.
    reply.raw.once('close', () => {
      progress.isClosed = true
      arriving.release(request)
      working.cancelWait(request)
      releaseWhenOver(request, progress)
    })
    await working.acquire(request).catch((refusal: unknown) => {
      if (!mayPassWhenFull(request)) throw refusal
    })
  })
  server.addHook('preParsing', async (request) => {
    const progress = underWay.get(request)
    if (!progress || !hasBody(request)) return
    working.release(request)
    progress.isArriving = true
    await arriving.acquire(request)
    if (progress.isClosed) arriving.release(request)
  })
  server.addHook('preValidation', async (request) => {
    const progress = underWay.get(request)
    if (!progress?.isArriving) return
    progress.isArriving = false
    arriving.release(request)
    await working.acquire(request)
  })
  server.addHook('onSend', (request, _reply, payload, done) => {
    const progress = underWay.get(request)
    if (progress) {
      progress.isAnswered = true
      releaseWhenOver(request, progress)
    }
    done(null, payload)
  })
}

/** The same handler, whose end is noted. */
function track(
  handler: RouteHandlerMethod,
  underWay: WeakMap<FastifyRequest, Progress>,
  releaseWhenOver: Release,
): RouteHandlerMethod {
  return function tracked(request, reply) {
    const progress = underWay.get(request)
    if (!progress) return handler.call(this, request, reply)
    progress.handlers += 1
    const end = () => {
      progress.handlers -= 1
      // What a handler still sends after its caller left goes nowhere.
      if (progress.isClosed) progress.isAnswered = true
      releaseWhenOver(request, progress)
    }
    let answer: unknown
    try {
      answer = handler.call(this, request, reply)
    } catch (error) {
      end()
      throw error
    }
    if (answer instanceof Promise) void answer.then(end, end)
    else end()
    return answer
  }
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

const INNER_CALL = 'x-inner-call'

/** Of a call that a page makes while it is rendered: the page was admitted already. Nobody outside can guess the value. */
export const innerCallHeaders = { [INNER_CALL]: randomUUID() }

export const isInnerCall = ({ headers }: FastifyRequest): boolean =>
  headers[INNER_CALL] === innerCallHeaders[INNER_CALL]
