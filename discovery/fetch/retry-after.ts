import { DAY_MS } from '#contracts/dates.ts'

/** Longer delays are cut: a store may be visited again after a month, whatever it once answered. */
const DEFAULT_MAX_MS = 30 * DAY_MS

/**
 * The delay in `Retry-After` (seconds or a date, RFC 9110 section 10.2.3) in milliseconds from now, at most `maxMs` (default 30 days) and 0
 * for a date in the past. Null if the header is missing or unreadable.
 */
export function retryAfterMs(
  headers: Record<string, string>,
  now: Date,
  { maxMs = DEFAULT_MAX_MS }: { maxMs?: number } = {},
): number | null {
  const value = headers['retry-after']?.trim() ?? ''
  const ms = /^\d{1,12}$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now.getTime()
  return Number.isNaN(ms) ? null : Math.min(maxMs, Math.max(0, ms))
}
