const MINUTE_MS = 60 * 1000
const KEEP_ADDRESS_MS = 10 * MINUTE_MS
/** Shorter, as one host may hold the pictures of thousands of stores. */
const KEEP_HOST_MS = MINUTE_MS
/** In a row and without a success in between, before the host itself is left alone. */
const SILENCES_OF_A_BROKEN_HOST = 3
const MAX_ENTRIES = 10_000

/** `unsupported`: it answered with what is no picture. `unavailable`: it refused. `silent`: its host did not answer at all. */
export type Failure = 'unsupported' | 'unavailable' | 'silent'

export type FailureMemory = {
  find: (url: string) => Failure | null
  note: (url: string, failure: Failure) => void
  forget: (url: string) => void
}

/** Remembers what could not be fetched, so that a broken host is not asked again and again. */
export function createFailureMemory(now: () => Date): FailureMemory {
  const addresses = new Map<string, { failure: Failure; untilMs: number }>()
  const hosts = new Map<string, { silences: number; untilMs: number }>()
  return {
    find(url) {
      const nowMs = now().getTime()
      const known = addresses.get(url)
      if (known && known.untilMs > nowMs) return known.failure
      const host = hosts.get(hostOf(url))
      const isBroken = host && host.silences >= SILENCES_OF_A_BROKEN_HOST && host.untilMs > nowMs
      return isBroken ? 'silent' : null
    },
    note(url, failure) {
      const nowMs = now().getTime()
      keep(addresses, url, { failure, untilMs: nowMs + KEEP_ADDRESS_MS })
      if (failure !== 'silent') return void hosts.delete(hostOf(url))
      const silences = (hosts.get(hostOf(url))?.silences ?? 0) + 1
      keep(hosts, hostOf(url), { silences, untilMs: nowMs + KEEP_HOST_MS })
    },
    forget(url) {
      addresses.delete(url)
      hosts.delete(hostOf(url))
    },
  }
}

const hostOf = (url: string): string => new URL(url).host

/** The oldest entry makes room; a map keeps the order in which its keys came. */
function keep<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key)
  map.set(key, value)
  const [oldest] = map.keys()
  if (map.size > MAX_ENTRIES && oldest !== undefined) map.delete(oldest)
}
