import type { FastifyRequest } from 'fastify'
import { overloaded } from '#server/errors.ts'

export type WorkPlaces = {
  /** @throws AppError `overloaded` when all are taken, or none became free in time for who may wait */
  take: (request: FastifyRequest) => Promise<void>
  /** False for who had none. */
  leave: (request: FastifyRequest) => boolean
}

type Waiting = { enter: () => void; refuse: () => void }

type WorkPlacesOptions = {
  max: number
  /** Whether it is worth while to stand in line; else whoever finds no place is refused at once. */
  mayWait?: () => boolean
  maxWaiting?: number
  waitMs?: number
}

/** Those who wait cost a connection each. */
const MAX_WAITING = 400
const WAIT_MS = 10_000

export function createWorkPlaces({
  max,
  mayWait = () => false,
  maxWaiting = MAX_WAITING,
  waitMs = WAIT_MS,
}: WorkPlacesOptions): WorkPlaces {
  const taken = new Set<FastifyRequest>()
  const line = new Map<FastifyRequest, Waiting>()

  function standInLine(request: FastifyRequest): Promise<void> {
    return new Promise((resolve, reject) => {
      const refuse = () => {
        clearTimeout(timer)
        line.delete(request)
        reject(refusal())
      }
      const enter = () => {
        clearTimeout(timer)
        line.delete(request)
        taken.add(request)
        resolve()
      }
      const timer = setTimeout(refuse, waitMs)
      line.set(request, { enter, refuse })
    })
  }
  return {
    async take(request) {
      if (taken.size < max) return void taken.add(request)
      if (line.size >= maxWaiting || !mayWait()) throw refusal()
      return standInLine(request)
    },
    leave(request) {
      line.get(request)?.refuse()
      if (!taken.delete(request)) return false
      line.values().next().value?.enter()
      return true
    },
  }
}

const refusal = () => overloaded(new Error('too many requests are under way'))
