import { LRUCache } from 'lru-cache'

const MINUTE_MS = 60 * 1000
const KEEP_ADDRESS_MS = 10 * MINUTE_MS
/** Shorter, because one host may hold the pictures of thousands of stores. */
const KEEP_HOST_MS = MINUTE_MS
/** Consecutive failures before the host itself is avoided. */
const SILENCES_OF_A_BROKEN_HOST = 3
const MAX_ENTRIES = 10_000

/** `unsupported`: the answer was not a picture. `unavailable`: the host refused. `silent`: the host did not answer at all. */
export type Failure = 'unsupported' | 'unavailable' | 'silent'

export type FailureMemory = {
  find: (url: string) => Failure | null
  note: (url: string, failure: Failure) => void
  forget: (url: string) => void
}

/** Remembers failures, so that a broken host is not asked again and again. */
export function createFailureMemory(now: () => Date): FailureMemory {
  const common = { max: MAX_ENTRIES, ttlResolution: 0, perf: { now: () => now().getTime() } }
  const addresses = new LRUCache<string, Failure>({ ...common, ttl: KEEP_ADDRESS_MS })
  const silences = new LRUCache<string, number>({ ...common, ttl: KEEP_HOST_MS })
  return {
    find(url) {
      const isBroken = (silences.peek(hostOf(url)) ?? 0) >= SILENCES_OF_A_BROKEN_HOST
      return addresses.get(url) ?? (isBroken ? 'silent' : null)
    },
    note(url, failure) {
      const host = hostOf(url)
      addresses.set(url, failure)
      if (failure !== 'silent') return void silences.delete(host)
      // A host that was avoided for a while and is silent again is still broken.
      silences.set(host, (silences.peek(host, { allowStale: true }) ?? 0) + 1)
    },
    forget(url) {
      addresses.delete(url)
      silences.delete(hostOf(url))
    },
  }
}

const hostOf = (url: string): string => new URL(url).host
