import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyRequest, RouteHandlerMethod } from 'fastify'
import { overloadedBeforeWork } from '#server/platform/errors.ts'
import { createSlots, type SlotsOptions } from '#server/platform/slots.ts'
import { clientNetwork } from './connection-limit.ts'

/**
 * Ten connections serve about this many waiting requests within a second when a query takes 100 ms.
 * More waiting only delays every caller, so further requests are asked to retry later.
 */
const MAX_IN_FLIGHT = 100
/**
 * Bodies that are being received, each of at most 1 MiB. Slow ones block only other requests with a
 * body.
 */
const MAX_ARRIVING = 200
/** A browser sends six at once; with this share it takes ten networks to fill all slots. */
const MAX_ARRIVING_PER_NETWORK = 20

type AdmissionOptions = {
  isExempt: (request: FastifyRequest) => boolean
  /** Cheap requests, served without a slot when all slots are taken. */
  mayPassWhenFull: (request: FastifyRequest) => boolean
  /** Requests in progress then only wait for the database, so they do not keep others out. */
  isDatabaseUnavailable: () => boolean
}

/** The progress of one request. A handler keeps running after its caller leaves. */
type Progress = { isArriving: boolean; isClosed: boolean; isAnswered: boolean; handlers: number }

type Release = (request: FastifyRequest, progress: Progress) => void

/**
 * Refuses with 503 and Retry-After while too many requests are in progress, or too many bodies are
 * arriving. A request holds its slot until both its handler and its connection are done.
 */
export function limitAdmission(
  server: FastifyInstance,
  { isExempt, mayPassWhenFull, isDatabaseUnavailable }: AdmissionOptions,
): void {
  const working = createRequestSlots({ max: MAX_IN_FLIGHT, mayWait: isDatabaseUnavailable })
  const arriving = createRequestSlots({ max: MAX_ARRIVING, maxPerKey: MAX_ARRIVING_PER_NETWORK })
  const inProgress = new WeakMap<FastifyRequest, Progress>()

  const releaseWhenOver: Release = (request, progress) => {
    if (progress.isClosed && progress.isAnswered && progress.handlers === 0)
      working.release(request)
  }
  server.addHook(
    'onRoute',
    (route) => void (route.handler = track(route.handler, inProgress, releaseWhenOver)),
  )
  server.addHook('onRequest', async (request, reply) => {
    if (isInnerCall(request) || isExempt(request)) return
    const progress = { isArriving: false, isClosed: false, isAnswered: false, handlers: 0 }
    inProgress.set(request, progress)
    // `close` fires once for every response, also when the caller disconnected.
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
    const progress = inProgress.get(request)
    if (!progress || !hasBody(request)) return
    working.release(request)
    progress.isArriving = true
    await arriving.acquire(request)
    if (progress.isClosed) arriving.release(request)
  })
  server.addHook('preValidation', async (request) => {
    const progress = inProgress.get(request)
    if (!progress?.isArriving) return
    progress.isArriving = false
    arriving.release(request)
    await working.acquire(request)
  })
  server.addHook('onSend', (request, _reply, payload, done) => {
    const progress = inProgress.get(request)
    if (progress) {
      progress.isAnswered = true
      releaseWhenOver(request, progress)
    }
    done(null, payload)
  })
}

function track(
  handler: RouteHandlerMethod,
  inProgress: WeakMap<FastifyRequest, Progress>,
  releaseWhenOver: Release,
): RouteHandlerMethod {
  return function tracked(request, reply) {
    const progress = inProgress.get(request)
    if (!progress) return handler.call(this, request, reply)
    progress.handlers += 1
    const end = () => {
      progress.handlers -= 1
      // The response of a handler whose caller left goes nowhere.
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

/**
 * Marks the calls that a page makes while it is rendered: the page was already admitted. The value
 * cannot be guessed from outside.
 */
export const innerCallHeaders = { [INNER_CALL]: randomUUID() }

export const isInnerCall = ({ headers }: FastifyRequest): boolean =>
  headers[INNER_CALL] === innerCallHeaders[INNER_CALL]

/** The share is that of a network. */
export function createRequestSlots(options: Omit<SlotsOptions, 'refusal'>) {
  const slots = createSlots<FastifyRequest>({ ...options, refusal })
  return {
    ...slots,
    acquire: (request: FastifyRequest) => slots.acquire(request, clientNetwork(request.ip)),
  }
}

const refusal = () => overloadedBeforeWork(new Error('too many requests are under way'))
