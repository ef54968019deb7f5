import type { Fetch } from '#discovery/fetch/fetch-outcome.ts'

import { retryAfterMs } from './retry-after.ts'

/** Why a log could not be read for now. `afterMs` is what the log itself asked for, if it did. */
export type Trouble = {
  detail: string
  afterMs: number | null
  /** It said that it is asked too often, and not for how long to leave it alone. */
  isThrottled?: true
  /** It answered, but without entries that its signed head covers. */
  isGap?: true
}

export type LogAnswer =
  | { kind: 'body'; body: Uint8Array }
  /** Not there: 404, or another refusal in the 400s; object stores say 403 of absent files, some servers 400. */
  | { kind: 'missing'; status: number }
  | { kind: 'trouble'; trouble: Trouble }

export type LogFetch = (path: string, maxBytes: number, signal: AbortSignal) => Promise<LogAnswer>

// Request timeout, too early, too many requests: the file may well be there.
const TOO_MANY = 429
const TRY_AGAIN = new Set([408, 425, TOO_MANY])

/** GET below the log's address, with the answers sorted by what a reader can do about them. */
export function createLogFetch(deps: { fetch: Fetch; now: () => Date; url: string }): LogFetch {
  return async (path, maxBytes, signal) => {
    const outcome = await deps.fetch({ url: deps.url + path, maxBytes, signal })
    if (outcome.kind === 'refused') return trouble(`${path}: refused (${outcome.reason})`)
    if (outcome.kind === 'failed') {
      const failure = trouble(`${path}: ${outcome.cause} (${outcome.detail})`)
      // Asked again it will be as large: to us these entries are not there.
      if (outcome.cause === 'too_large') failure.trouble.isGap = true
      return failure
    }
    if (outcome.status === 200) return { kind: 'body', body: outcome.body }
    if (isMissing(outcome.status)) return { kind: 'missing', status: outcome.status }
    const afterMs = retryAfterMs(outcome.headers['retry-after'], deps.now())
    const answer = trouble(`${path}: status ${outcome.status}`, afterMs)
    if (outcome.status === TOO_MANY && afterMs === null) answer.trouble.isThrottled = true
    return answer
  }
}

const isMissing = (status: number): boolean => status >= 400 && status < 500 && !TRY_AGAIN.has(status)

function trouble(detail: string, afterMs: number | null = null): Extract<LogAnswer, { kind: 'trouble' }> {
  return { kind: 'trouble', trouble: { detail, afterMs } }
}
