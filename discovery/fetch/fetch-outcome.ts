import { DAY_MS } from '#contracts/dates.ts'

/**
 * One GET, or one POST if there is a body. Follows at most `maxRedirects` redirects and applies the
 * guard to each hop.
 */
export type FetchRequest = {
  url: string
  headers?: Record<string, string>
  /** Sent to this address only: a POST follows no redirects. */
  body?: string
  /** Limit on the decoded body; default 5 MiB. */
  maxBytes?: number
  /**
   * The status alone decides: the body is discarded as it arrives, and one that is damaged, endless
   * or too large does no harm.
   */
  statusOnly?: boolean
  /** From the first byte sent to the last byte read, redirects included; default 30,000. */
  totalTimeoutMs?: number
  /** Default 5, with a body always 0; 0 returns the redirect itself as a response. */
  maxRedirects?: number
  signal?: AbortSignal
}

/**
 * Result of a request. A refusal is our own decision (guard); a failure is caused by the server or
 * the network.
 */
export type FetchOutcome =
  | {
      kind: 'response'
      /** The address after redirects. */
      url: string
      status: number
      /** Names in lower case; repeated headers joined by ", ". */
      headers: Record<string, string>
      /** Decoded (gzip, br, zstd, deflate); empty with `statusOnly`. */
      body: Uint8Array
      /** The addresses that redirected, in order. */
      redirectedFrom: string[]
    }
  | {
      kind: 'refused'
      url: string
      reason: 'private_address' | 'scheme' | 'port' | 'credentials' | 'bad_url' | 'opt_out'
    }
  | {
      kind: 'failed'
      url: string
      cause:
        | 'timeout'
        | 'dns'
        | 'connect'
        | 'tls'
        | 'reset'
        | 'too_large'
        | 'encoding'
        | 'redirects'
        | 'protocol'
        | 'aborted'
      detail: string
    }

export const REDIRECT_STATUSES = new Set([301, 302, 303, 307, 308])

export type Fetch = (request: FetchRequest) => Promise<FetchOutcome>

export type FailureCause = Extract<FetchOutcome, { kind: 'failed' }>['cause']
export type RefusalReason = Extract<FetchOutcome, { kind: 'refused' }>['reason']

/**
 * Why no connection was made: the only kind of error that the guarded connector passes to its HTTP
 * client.
 */
type ConnectProblem =
  | { kind: 'refused'; reason: 'private_address' }
  | { kind: 'failed'; cause: FailureCause; detail: string }

export class ConnectError extends Error {
  readonly problem: ConnectProblem

  constructor(problem: ConnectProblem, options?: ErrorOptions) {
    super(problem.kind === 'refused' ? problem.reason : problem.detail, options)
    this.problem = problem
  }
}

const CAUSE_BY_CODE: Record<string, FailureCause> = {
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  UND_ERR_SOCKET: 'reset',
  UND_ERR_CLOSED: 'aborted',
  UND_ERR_DESTROYED: 'aborted',
  UND_ERR_ABORTED: 'aborted',
  ETIMEDOUT: 'timeout',
  ECONNRESET: 'reset',
  EPIPE: 'reset',
  ERR_STREAM_PREMATURE_CLOSE: 'reset',
}

const MAX_DETAIL_CHARS = 200

function detailOf(error: unknown): string {
  const text = error instanceof Error ? error.message || error.name : String(error)
  return text.slice(0, MAX_DETAIL_CHARS)
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** Outcome of a request that failed after connecting, or that the guarded connector refused. */
export function outcomeOfError(error: unknown, url: string): FetchOutcome {
  if (error instanceof ConnectError) return { ...error.problem, url }
  return {
    kind: 'failed',
    url,
    cause: CAUSE_BY_CODE[codeOf(error)] ?? 'protocol',
    detail: detailOf(error),
  }
}

/** Why a connection failed; `E…` codes come from the system, all others from the TLS handshake. */
export function connectProblemOf(error: unknown): ConnectProblem {
  const code = codeOf(error)
  const known = CAUSE_BY_CODE[code]
  const cause = known ?? (/^E[A-Z]+$/.test(code) ? 'connect' : 'tls')
  return { kind: 'failed', cause, detail: detailOf(error) }
}

/** Longer delays are cut: a store may be visited again after a month, whatever it once answered. */
const MAX_RETRY_AFTER_MS = 30 * DAY_MS

/**
 * The delay in `Retry-After` (seconds or a date, RFC 9110 section 10.2.3) in milliseconds from now,
 * at most `maxMs` (default 30 days) and 0 for a date in the past. Null if the header is missing or
 * unreadable.
 */
export function retryAfterMs(
  headers: Record<string, string>,
  now: Date,
  maxMs = MAX_RETRY_AFTER_MS,
): number | null {
  const value = headers['retry-after']?.trim() ?? ''
  const ms = /^\d{1,12}$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now.getTime()
  return Number.isNaN(ms) ? null : Math.min(maxMs, Math.max(0, ms))
}
