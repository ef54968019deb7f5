import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyRequest, RouteHandlerMethod } from 'fastify'
import { overloadedBeforeWork, toAppError } from '#server/platform/errors.ts'
import { createSlots, type SlotsOptions } from '#server/platform/slots.ts'
import { clientNetwork } from './connection-limit.ts'
import { logError } from './error-handler.ts'

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

declare module 'fastify' {
  interface FastifyRequest {
    /** Null for requests that need no slot. */
    progress: Progress | null
  }
}

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
  server.decorateRequest('progress', null)
  const releaseWhenOver: Release = (request, progress) => {
    if (progress.isClosed && progress.isAnswered && progress.handlers === 0)
      working.release(request)
  }
  server.addHook('onRoute', (route) => void (route.handler = track(route.handler, releaseWhenOver)))
  server.addHook('onRequest', async (request, reply) => {
    if (isInnerCall(request) || isExempt(request)) return
    const progress = { isArriving: false, isClosed: false, isAnswered: false, handlers: 0 }
    request.progress = progress
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
  // Without a promise for the requests that have no body: nearly all.
  server.addHook('preParsing', (request, _reply, payload, done) => {
    const { progress } = request
    if (!progress || !hasBody(request)) return done(null, payload)
    working.release(request)
    progress.isArriving = true
    arriving.acquire(request).then(() => {
      if (progress.isClosed) arriving.release(request)
      done(null, payload)
    }, done)
  })
  server.addHook('preValidation', (request, _reply, done) => {
    const { progress } = request
    if (!progress?.isArriving) return done()
    progress.isArriving = false
    arriving.release(request)
    working.acquire(request).then(() => done(), done)
  })
  server.addHook('onSend', (request, _reply, payload, done) => {
    const { progress } = request
    if (progress) {
      progress.isAnswered = true
      releaseWhenOver(request, progress)
    }
    done(null, payload)
  })
}

function track(handler: RouteHandlerMethod, releaseWhenOver: Release): RouteHandlerMethod {
  return function tracked(request, reply) {
    const { progress } = request
    if (progress) progress.handlers += 1
    const end = () => {
      if (!progress) return
      progress.handlers -= 1
      // The response of a handler whose caller left goes nowhere.
      if (progress.isClosed) progress.isAnswered = true
      releaseWhenOver(request, progress)
    }
    const fail = (error: unknown): void => {
      end()
      if (!reply.sent) throw error
      // The time was up, or the connection gone, and with it ended what the handler waited for.
      logError(toAppError(error), request)
    }
    let answer: unknown
    try {
      answer = handler.call(this, request, reply)
    } catch (error) {
      end()
      throw error
    }
    if (!(answer instanceof Promise)) {
      end()
      return answer
    }
    return answer.then((value: unknown) => {
      end()
      return value
    }, fail)
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
