import type { RefusalReason } from '#discovery/fetch/fetch-failure.ts'
import type { FetchOutcome } from '#discovery/fetch/fetch-outcome.ts'
import type { ProbeResult } from '#discovery/probe/probe-result.ts'
import { RETRY_MS, retryAfterMs } from '#discovery/probe/retry-after.ts'

type Response = Extract<FetchOutcome, { kind: 'response' }>
type Failure = Extract<FetchOutcome, { kind: 'failed' }>
type Retry = Extract<ProbeResult, { kind: 'retry' }>

const CHALLENGE_MARK = /cf-chl|challenge-platform|<title>\s*just a moment|captcha/i
const CHALLENGE_SCAN_BYTES = 32 * 1024

/** A challenge page that wants to verify a human, instead of the requested page. */
export function isChallenge({ status, headers, body }: Response): boolean {
  if (headers['cf-mitigated'] === 'challenge') return true
  if (status !== 403 && status !== 503) return false
  return CHALLENGE_MARK.test(new TextDecoder('latin1').decode(body.subarray(0, CHALLENGE_SCAN_BYTES)))
}

function judgeResponse(response: Response, now: Date): ProbeResult | null {
  const { status } = response
  const retry = (cause: Retry['cause'], leastMs: number): Retry => ({
    kind: 'retry',
    cause,
    afterMs: Math.max(leastMs, retryAfterMs(response.headers, now)),
  })
  if (isChallenge(response)) return retry('challenge', RETRY_MS.refused)
  // The delay in the header replaces the default: that is the purpose of 429.
  if (status === 429) return retry('throttled', retryAfterMs(response.headers, now) || RETRY_MS.throttled)
  if (status === 430 || status === 403) return retry('refused_by_host', RETRY_MS.refused)
  if (status === 402) return { kind: 'not_a_store', reason: 'frozen' }
  if (status === 423) return { kind: 'not_a_store', reason: 'locked' }
  if (status >= 500) return retry('server_error', RETRY_MS.serverError)
  return null
}

function judgeFailure(failure: Failure): Retry | 'unreadable' | 'too_large' {
  switch (failure.cause) {
    case 'timeout':
      return { kind: 'retry', cause: 'timeout', afterMs: RETRY_MS.network }
    case 'aborted':
      // Our own abort: the host may be asked again at once.
      return { kind: 'retry', cause: 'network', afterMs: 0 }
    case 'dns':
    case 'connect':
    case 'tls':
    case 'reset':
    case 'protocol':
    case 'redirects':
      return { kind: 'retry', cause: 'network', afterMs: RETRY_MS.network }
    // The host does answer; an immediate retry would return the same.
    case 'encoding':
      return 'unreadable'
    case 'too_large':
      return 'too_large'
    default:
      return failure.cause satisfies never
  }
}

/** For addresses that are never requested: a private one, one that opted out, or a port, scheme or form that no shop uses. */
export function judgeRefusal(reason: RefusalReason): ProbeResult {
  switch (reason) {
    case 'private_address':
    case 'opt_out':
      return { kind: 'never', cause: reason }
    case 'scheme':
    case 'port':
    case 'credentials':
    case 'bad_url':
      return { kind: 'not_a_store', reason: 'other_platform' }
    default:
      return reason satisfies never
  }
}

/**
 * The result with which an answer ends the visit, for any page. Null if the page can be read; `unreadable` or `too_large` if reading
 * it is pointless.
 */
export function judgeAnswer(
  outcome: FetchOutcome,
  now: Date,
): ProbeResult | 'unreadable' | 'too_large' | null {
  switch (outcome.kind) {
    case 'response':
      return judgeResponse(outcome, now)
    case 'failed':
      return judgeFailure(outcome)
    case 'refused':
      return judgeRefusal(outcome.reason)
    default:
      return outcome satisfies never
  }
}
