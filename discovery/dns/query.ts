import { Resolver } from 'node:dns/promises'
import { LRUCache } from 'lru-cache'

/** Answer to one question. `empty` = the name exists without such a record. */
export type QueryAnswer =
  | { kind: 'records'; values: string[] }
  | { kind: 'empty' }
  | { kind: 'nxdomain' }
  | { kind: 'retry'; cause: 'servfail' | 'timeout' }

type RecordType = 'A' | 'AAAA' | 'CNAME'

export type Query = (host: string, type: RecordType) => Promise<QueryAnswer>

// Error codes of c-ares, which Node's resolver is built on. Every code not listed here means an
// unusable answer.
const ANSWER_BY_CODE: Record<string, QueryAnswer> = {
  ENODATA: { kind: 'empty' },
  ENOTFOUND: { kind: 'nxdomain' },
  EBADNAME: { kind: 'nxdomain' },
  ETIMEOUT: { kind: 'retry', cause: 'timeout' },
  ECONNREFUSED: { kind: 'retry', cause: 'timeout' },
  ECANCELLED: { kind: 'retry', cause: 'timeout' },
}

function answerOfError(error: unknown): QueryAnswer {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return ANSWER_BY_CODE[code] ?? { kind: 'retry', cause: 'servfail' }
}

/**
 * Queries name servers; never rejects. `servers` as in `dns.setServers` (`127.0.0.1:5353`,
 * `[::1]:53`); none = the system's. `timeoutMs` applies to the first of `tries` attempts; each
 * later one waits longer.
 */
export function createQuery(options: {
  servers: readonly string[]
  timeoutMs: number
  tries: number
}): Query {
  const resolver = new Resolver({ timeout: options.timeoutMs, tries: options.tries })
  if (options.servers.length > 0) resolver.setServers(options.servers)

  const ask: Record<RecordType, (host: string) => Promise<string[]>> = {
    A: (host) => resolver.resolve4(host),
    AAAA: (host) => resolver.resolve6(host),
    CNAME: (host) => resolver.resolveCname(host),
  }
  return async (host, type) => {
    try {
      const values = await ask[type](host)
      return values.length > 0 ? { kind: 'records', values } : { kind: 'empty' }
    } catch (error) {
      return answerOfError(error)
    }
  }
}

type AskHost = (host: string) => Promise<QueryAnswer>

/**
 * Caches answers for `ttlMs`, at most `capacity` of them. Simultaneous questions for one host share
 * one answer. "No answer for now" is not cached.
 */
export function createAnswerCache(options: {
  ask: AskHost
  ttlMs: number
  capacity: number
  now: () => Date
}): AskHost {
  const answers = new LRUCache<string, Promise<QueryAnswer>>({
    max: options.capacity,
    // The library still returns an entry whose age equals the limit.
    ttl: options.ttlMs - 1,
    ttlResolution: 0,
    perf: { now: () => options.now().getTime() },
    memoMethod(name) {
      const answer = options.ask(name)
      void answer.then(
        ({ kind }) => kind === 'retry' && answers.peek(name) === answer && answers.delete(name),
      )
      return answer
    },
  })
  return (host) => answers.memo(host.toLowerCase())
}
