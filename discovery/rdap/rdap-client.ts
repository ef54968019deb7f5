import * as z from 'zod/mini'
import { DAY_MS } from '#contracts/dates.ts'
import { parseJsonBytes } from '#discovery/document/json.ts'
import { type Fetch, type FetchOutcome, retryAfterMs } from '#discovery/fetch/fetch-outcome.ts'

/** All of these are ordinary. */
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

/**
 * Queries an RDAP service (RFC 9082); `baseUrl` is that of the registry or of a redirector such as
 * rdap.org.
 */
export function createRdapClient(deps: {
  fetch: Fetch
  baseUrl: string
  now: () => Date
}): AskDomainAge {
  return async (domain, signal) => {
    const url = new URL(
      `domain/${encodeURIComponent(domain)}`,
      deps.baseUrl.replace(/(?<!\/)\/*$/, '/'),
    ).href
    const answer = await deps.fetch({
      url,
      headers: { accept: 'application/rdap+json, application/json;q=0.8' },
      maxBytes: MAX_BYTES,
      totalTimeoutMs: TIMEOUT_MS,
      signal,
    })
    return classify(answer, domain, deps.now())
  }
}

const retry = (afterMs: number, isThrottled = false): DomainAge => ({
  kind: 'retry',
  afterMs,
  isThrottled,
})

function classify(answer: FetchOutcome, domain: string, now: Date): DomainAge {
  if (answer.kind === 'refused') return { kind: 'unsupported' }
  if (answer.kind === 'failed') {
    const isTheirs = answer.cause === 'too_large' || answer.cause === 'redirects'
    return isTheirs ? { kind: 'unsupported' } : retry(TROUBLE_MS)
  }
  if (answer.status === 200) return read(answer, domain, now)
  if (answer.status === 404) return { kind: 'unknown' }
  const askedMs = retryAfterMs(answer.headers, now) ?? 0
  if (answer.status === 429) return retry(askedMs || THROTTLED_MS, true)
  if (answer.status === 403) return retry(Math.max(askedMs, REFUSED_MS), true)
  if (answer.status >= 500) return retry(Math.max(askedMs, TROUBLE_MS))
  return { kind: 'unsupported' }
}

function read(
  answer: Extract<FetchOutcome, { kind: 'response' }>,
  domain: string,
  now: Date,
): DomainAge {
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

/** The fields of an RDAP domain object (RFC 9083, 5.3) that we read. */
const RdapDomain = z.object({
  objectClassName: z.literal('domain'),
  ldhName: z.string().check(z.maxLength(253)),
  events: z.optional(
    z.array(
      z.looseObject({ eventAction: z.optional(z.unknown()), eventDate: z.optional(z.unknown()) }),
    ),
  ),
})

/** The first domain was registered in 1985. */
const FIRST_DOMAIN_MS = Date.parse('1985-03-15T00:00:00Z')

type RdapReading = { kind: 'registered'; at: Date } | { kind: 'undated' } | { kind: 'not_rdap' }

/**
 * `undated` = an answer about this domain without a believable date. `not_rdap` = anything else,
 * e.g. a page, or another domain's object. Compares names without case and final dot.
 */
export function parseRdap(body: Uint8Array, domain: string, now: Date): RdapReading {
  const parsed = RdapDomain.safeParse(parseJsonBytes(body))
  if (!parsed.success || bare(parsed.data.ldhName) !== bare(domain)) return { kind: 'not_rdap' }
  const times = (parsed.data.events ?? [])
    .filter(({ eventAction }) => eventAction === 'registration')
    .map(({ eventDate }) => (typeof eventDate === 'string' ? Date.parse(eventDate) : Number.NaN))
    .filter((ms) => ms >= FIRST_DOMAIN_MS && ms <= now.getTime() + DAY_MS)
  const first = times.toSorted((one, other) => one - other)[0]
  return first === undefined ? { kind: 'undated' } : { kind: 'registered', at: new Date(first) }
}

const bare = (name: string): string => name.toLowerCase().replace(/\.$/, '')
