import { DAY_MS } from '#contracts/dates.ts'
import type { Fetch, FetchOutcome } from '#discovery/fetch/fetch-outcome.ts'
import { retryAfterMs } from '#discovery/probe/retry-after.ts'
import { parseRdap } from '#discovery/rdap/parse-rdap.ts'

/** The registry's answer about a domain. All of these are ordinary. */
export type DomainAge =
  | { kind: 'registered'; at: Date; sourceUrl: string }
  /** The registry does not know the domain, or does not publish its date. */
  | { kind: 'unknown' }
  /** No registry offers this service for the domain's ending. */
  | { kind: 'unsupported' }
  /** Not available now; `isThrottled` = we must slow down for every domain. */
  | { kind: 'retry'; afterMs: number; isThrottled: boolean }

export type AskDomainAge = (domain: string, signal: AbortSignal) => Promise<DomainAge>

const MAX_BYTES = 256 * 1024
const TIMEOUT_MS = 20_000
/** Used if there is no `Retry-After`. */
const THROTTLED_MS = 10 * 60 * 1000
const TROUBLE_MS = 60 * 60 * 1000
const REFUSED_MS = DAY_MS

/** Queries an RDAP service (RFC 9082); `baseUrl` is that of the registry or of a redirector such as rdap.org. */
export function createRdapClient(deps: { fetch: Fetch; baseUrl: string; now: () => Date }): AskDomainAge {
  return async (domain, signal) => {
    const url = new URL(`domain/${encodeURIComponent(domain)}`, deps.baseUrl.replace(/(?<!\/)\/*$/, '/')).href
    const answer = await deps.fetch({
      url,
      headers: { accept: 'application/rdap+json, application/json;q=0.8' },
      maxBytes: MAX_BYTES,
      totalTimeoutMs: TIMEOUT_MS,
      signal,
    })
    return judge(answer, domain, deps.now())
  }
}

function judge(answer: FetchOutcome, domain: string, now: Date): DomainAge {
  if (answer.kind === 'refused') return { kind: 'unsupported' }
  if (answer.kind === 'failed') {
    const isTheirs = answer.cause === 'too_large' || answer.cause === 'redirects'
    return isTheirs ? { kind: 'unsupported' } : { kind: 'retry', afterMs: TROUBLE_MS, isThrottled: false }
  }
  if (answer.status === 200) return read(answer, domain, now)
  if (answer.status === 404) return { kind: 'unknown' }
  const asked = retryAfterMs(answer.headers, now)
  if (answer.status === 429) return { kind: 'retry', afterMs: asked || THROTTLED_MS, isThrottled: true }
  if (answer.status === 403) return { kind: 'retry', afterMs: Math.max(asked, REFUSED_MS), isThrottled: true }
  if (answer.status >= 500) return { kind: 'retry', afterMs: Math.max(asked, TROUBLE_MS), isThrottled: false }
  return { kind: 'unsupported' }
}

function read(answer: Extract<FetchOutcome, { kind: 'response' }>, domain: string, now: Date): DomainAge {
  const reading = parseRdap(answer.body, domain, now)
  switch (reading.kind) {
    case 'registered':
      return { kind: 'registered', at: reading.at, sourceUrl: answer.url }
    case 'undated':
      return { kind: 'unknown' }
    case 'not_rdap':
      return { kind: 'unsupported' }
    default:
      return reading satisfies never
  }
}
