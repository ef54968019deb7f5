const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
export const DAY_MS = 24 * 60 * MINUTE_MS

/** Minimum delays for hosts that name none; callers should lengthen them with each retry. */
export const RETRY_MS = {
  network: 45 * SECOND_MS,
  serverError: MINUTE_MS,
  throttled: MINUTE_MS,
  /** 403 and 430: the platform rejects our requests. */
  refused: DAY_MS,
} as const

/** Longer delays are cut to this: a store may be visited again after a month, whatever it once answered. */
const MAX_RETRY_AFTER_MS = 30 * DAY_MS

/** `Retry-After` in milliseconds from now, given in seconds or as a date; 0 if it is missing or unreadable. */
export function retryAfterMs(headers: Record<string, string>, now: Date): number {
  const value = headers['retry-after']?.trim() ?? ''
  const ms = /^\d{1,12}$/.test(value) ? Number(value) * SECOND_MS : Date.parse(value) - now.getTime()
  return Number.isFinite(ms) && ms > 0 ? Math.min(ms, MAX_RETRY_AFTER_MS) : 0
}

// A longer delay is cut to an hour: an operator's typing error must not silence the log for a year.
const LONGEST_WAIT_MS = 60 * 60 * 1000

/** The delay in `Retry-After` (seconds or a date, RFC 9110 section 10.2.3), at most an hour; `null` = nothing usable. */
export function logRetryAfterMs(value: string | undefined, now: Date): number | null {
  if (value === undefined) return null
  const text = value.trim()
  const waitMs = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now.getTime()
  return Number.isNaN(waitMs) ? null : Math.min(LONGEST_WAIT_MS, Math.max(0, waitMs))
}
