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
