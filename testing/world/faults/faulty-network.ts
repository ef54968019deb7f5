import type { Transport } from '#server/discovery/external-clients.ts'

/**
 * `lost`: our request never arrives. `done`: the server answered, but the answer never reaches us.
 */
export type NetworkFault = { atCall: number; kind: 'lost' | 'done' }

export type FaultyNetwork = {
  transport: Transport
  /** Sets a fault; the next call is number 1. A call is an HTTP request or a DNS query. */
  arm: (fault: NetworkFault | null) => void
  callCount: () => number
}

export function createFaultyNetwork(): FaultyNetwork {
  let fault: NetworkFault | null = null
  let count = 0
  const isHit = (): NetworkFault['kind'] | null => {
    count += 1
    return fault?.atCall === count ? fault.kind : null
  }
  return {
    transport: {
      fetch: (fetch) => async (request) => {
        const hit = isHit()
        if (hit === null) return fetch(request)
        if (hit === 'done') await fetch(request)
        return { kind: 'failed', url: request.url, cause: 'reset', detail: 'the wire broke' }
      },
      resolveHost: (resolve) => async (host) => {
        const hit = isHit()
        if (hit === null) return resolve(host)
        if (hit === 'done') await resolve(host)
        return { kind: 'retry', cause: 'timeout' }
      },
    },
    arm(next) {
      fault = next
      count = 0
    },
    callCount: () => count,
  }
}
