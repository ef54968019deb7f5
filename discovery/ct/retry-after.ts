// A longer delay is cut to an hour: an operator's typing error must not silence the log for a year.
const LONGEST_WAIT_MS = 60 * 60 * 1000

/** The delay in `Retry-After` (seconds or a date, RFC 9110 section 10.2.3), at most an hour; `null` = nothing usable. */
export function retryAfterMs(value: string | undefined, now: Date): number | null {
  if (value === undefined) return null
  const text = value.trim()
  const waitMs = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now.getTime()
  return Number.isNaN(waitMs) ? null : Math.min(LONGEST_WAIT_MS, Math.max(0, waitMs))
}
