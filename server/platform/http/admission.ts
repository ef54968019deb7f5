import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyRequest, RouteHandlerMethod } from 'fastify'
import { overloadedBeforeWork } from '#server/platform/errors.ts'
import { clientNetwork } from './client-network.ts'

/**
 * Ten connections serve about this many waiting requests within a second when a query takes 100 ms. More waiting only delays every caller,
 * so further requests are asked to retry later.
 */
const MAX_IN_FLIGHT = 100
/** Bodies that are being received, each of at most 1 MiB. Slow ones block only other requests with a body. */
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
 * Refuses with 503 and Retry-After while too many requests are in progress, or too many bodies are arriving. A request holds its slot until
 * both its handler and its connection are done.
 */
export function limitAdmission(
  server: FastifyInstance,
  { isExempt, mayPassWhenFull, isDatabaseUnavailable }: AdmissionOptions,
): void {
  const working = createRequestSlots({ max: MAX_IN_FLIGHT, mayWait: isDatabaseUnavailable })
  const arriving = createRequestSlots({ max: MAX_ARRIVING, maxPerNetwork: MAX_ARRIVING_PER_NETWORK })
  const inProgress = new WeakMap<FastifyRequest, Progress>()

  const releaseWhenOver: Release = (request, progress) => {
    if (progress.isClosed && progress.isAnswered && progress.handlers === 0) working.release(request)
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

/** Wraps the handler to record its end. */
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

/** Marks the calls that a page makes while it is rendered: the page was already admitted. The value cannot be guessed from outside. */
export const innerCallHeaders = { [INNER_CALL]: randomUUID() }

export const isInnerCall = ({ headers }: FastifyRequest): boolean =>
  headers[INNER_CALL] === innerCallHeaders[INNER_CALL]

/** A semaphore whose permits belong to requests: it limits all of them together and, optionally, those of each network. */
export type RequestSlots = {
  /** @throws AppError `overloaded` when no slot is free, or no slot became free in time for a waiting request */
  acquire: (request: FastifyRequest) => Promise<void>
  /** Ends the wait of a waiting request; does nothing for a request that holds a slot. */
  cancelWait: (request: FastifyRequest) => void
  /** Does nothing for a request without a slot. */
  release: (request: FastifyRequest) => void
}

type RequestSlotsOptions = {
  max: number
  maxPerNetwork?: number
  /** Whether waiting makes sense now; otherwise a request without a slot is refused at once. */
  mayWait?: () => boolean
  maxWaiting?: number
  waitMs?: number
}

/** Each waiting request costs a connection. */
const MAX_WAITING = 400
const WAIT_MS = 10_000

export function createRequestSlots({
  max,
  maxPerNetwork = Number.POSITIVE_INFINITY,
  mayWait = () => false,
  maxWaiting = MAX_WAITING,
  waitMs = WAIT_MS,
}: RequestSlotsOptions): RequestSlots {
  const holders = new Map<FastifyRequest, string>()
  const heldByNetwork = new Map<string, number>()
  const waiting = new Map<FastifyRequest, { grant: () => void; refuse: () => void }>()

  function hold(request: FastifyRequest, network: string): void {
    holders.set(request, network)
    heldByNetwork.set(network, (heldByNetwork.get(network) ?? 0) + 1)
  }
  function wait(request: FastifyRequest, network: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer)
        waiting.delete(request)
      }
      const refuse = () => {
        leave()
        reject(refusal())
      }
      const grant = () => {
        leave()
        hold(request, network)
        resolve()
      }
      const timer = setTimeout(refuse, waitMs)
      waiting.set(request, { grant, refuse })
    })
  }
  return {
    async acquire(request) {
      const network = clientNetwork(request.ip)
      if ((heldByNetwork.get(network) ?? 0) >= maxPerNetwork) throw refusal()
      if (holders.size < max) return hold(request, network)
      if (waiting.size >= maxWaiting || !mayWait()) throw refusal()
      return wait(request, network)
    },
    cancelWait: (request) => waiting.get(request)?.refuse(),
    release(request) {
      const network = holders.get(request)
      if (network === undefined) return
      holders.delete(request)
      const left = (heldByNetwork.get(network) ?? 1) - 1
      if (left > 0) heldByNetwork.set(network, left)
      else heldByNetwork.delete(network)
      waiting.values().next().value?.grant()
    },
  }
}

const refusal = () => overloadedBeforeWork(new Error('too many requests are under way'))
