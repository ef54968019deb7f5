import { type Fetch, retryAfterMs } from '#discovery/fetch/fetch-outcome.ts'

/**
 * Why a log cannot be read for now. `afterMs` is the delay that the log itself asked for, if it
 * did.
 */
export type Trouble = {
  detail: string
  afterMs: number | null
  /** The log said that requests come too often, without saying how long to wait. */
  isThrottled?: true
  /** The log answered, but without entries that its signed head covers. */
  isGap?: true
}

export type TroubleAnswer = { kind: 'trouble'; trouble: Trouble }

export type LogAnswer =
  | { kind: 'body'; body: Uint8Array }
  /**
   * The file does not exist: 404 or another 4xx; object stores answer 403 for missing files, some
   * servers 400.
   */
  | { kind: 'missing'; status: number }
  | TroubleAnswer

export type LogFetch = (path: string, maxBytes: number, signal: AbortSignal) => Promise<LogAnswer>

/** A longer delay is cut: an operator's typing error must not silence the log for a year. */
const MAX_RETRY_AFTER_MS = 60 * 60 * 1000

// Request timeout, too early, too many requests: the file may well exist.
const TOO_MANY = 429
const TRY_AGAIN = new Set([408, 425, TOO_MANY])

/** GET below the log's base address. Classifies answers by how a reader should react to them. */
export function createLogFetch(deps: { fetch: Fetch; now: () => Date; url: string }): LogFetch {
  return async (path, maxBytes, signal) => {
    const outcome = await deps.fetch({ url: deps.url + path, maxBytes, signal })
    if (outcome.kind === 'refused') return troubleOf(`${path}: refused (${outcome.reason})`)
    if (outcome.kind === 'failed') {
      const failure = troubleOf(`${path}: ${outcome.cause} (${outcome.detail})`)
      // A retry would return the same oversized file, so the reader treats these entries as
      // missing.
      if (outcome.cause === 'too_large') failure.trouble.isGap = true
      return failure
    }
    if (outcome.status === 200) return { kind: 'body', body: outcome.body }
    if (isMissing(outcome.status)) return { kind: 'missing', status: outcome.status }
    const afterMs = retryAfterMs(outcome.headers, deps.now(), MAX_RETRY_AFTER_MS)
    const answer = troubleOf(`${path}: status ${outcome.status}`, afterMs)
    if (outcome.status === TOO_MANY && afterMs === null) answer.trouble.isThrottled = true
    return answer
  }
}

const isMissing = (status: number): boolean =>
  status >= 400 && status < 500 && !TRY_AGAIN.has(status)

export const troubleOf = (detail: string, afterMs: number | null = null): TroubleAnswer => ({
  kind: 'trouble',
  trouble: { detail, afterMs },
})

const CANONICAL = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/**
 * Standard base64 with padding (RFC 4648 section 4), canonical only: `null` where Node would
 * silently skip characters.
 */
export function decodeBase64(text: string): Buffer | null {
  if (!CANONICAL.test(text)) return null
  const bytes = Buffer.from(text, 'base64')
  return bytes.toString('base64') === text ? bytes : null
}
