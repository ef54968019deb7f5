import { LRUCache } from 'lru-cache'
import { getDomain } from 'tldts'
import type { PageValidators } from '#discovery/probe/page-validators.ts'
import type { Robots } from '#discovery/probe/robots.ts'

export type KnownRobots = {
  robots: Robots
  /** The host that serves the file: a shop with another primary domain redirects it, and the visit continues there. */
  host: string
  validators: PageValidators | null
}

export type RobotsMemory = {
  /** `isFresh` = usable without a request; an older one allows a conditional request. */
  find: (host: string) => (KnownRobots & { isFresh: boolean }) | null
  keep: (host: string, known: KnownRobots) => void
  /** Serialises simultaneous visits to one site, so that only the first has to fetch: the second starts when the first has read. */
  inTurn: <Value>(host: string, read: () => Promise<Value>) => Promise<Value>
}

/** RFC 9309, 2.4: at most a day. */
const FRESH_MS = 24 * 60 * 60 * 1000
/** The rules of a typical file take about 10 kB. */
const DEFAULT_CAPACITY = 2_000

/** Caches recent robots.txt files, so that a visit and its follow-ups request each file once a day. */
export function createRobotsMemory({
  now,
  capacity = DEFAULT_CAPACITY,
}: {
  now: () => Date
  capacity?: number
}): RobotsMemory {
  const entries = new LRUCache<string, KnownRobots & { readAtMs: number }>({ max: capacity })
  const readers = new Map<string, Promise<unknown>>()
  return {
    find(host) {
      const entry = entries.get(host)
      if (!entry) return null
      const { readAtMs, ...known } = entry
      return { ...known, isFresh: now().getTime() - readAtMs < FRESH_MS }
    },
    keep(host, known) {
      entries.set(host, { ...known, readAtMs: now().getTime() })
    },
    async inTurn(host, read) {
      const site = getDomain(host, { allowPrivateDomains: true }) ?? host
      const before = readers.get(site) ?? Promise.resolve()
      const turn = before.then(read, read)
      readers.set(site, turn)
      try {
        return await turn
      } finally {
        if (readers.get(site) === turn) readers.delete(site)
      }
    },
  }
}
