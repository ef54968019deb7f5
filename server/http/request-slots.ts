import type { FastifyRequest } from 'fastify'
import { overloadedBeforeWork } from '#server/errors.ts'
import { clientNetwork } from './client-network.ts'

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
