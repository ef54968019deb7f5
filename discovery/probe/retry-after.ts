const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
export const DAY_MS = 24 * 60 * MINUTE_MS

/** Waiting times where the host names none. They are the least; who repeats should lengthen them with each try. */
export const RETRY_MS = {
  network: 45 * SECOND_MS,
  serverError: MINUTE_MS,
  throttled: MINUTE_MS,
  /** 403 and 430: the platform wants to be left alone. */
  refused: DAY_MS,
} as const

/** Longer requests are taken as this: a store may be looked at again after a month, whatever it once said. */
const MAX_RETRY_AFTER_MS = 30 * DAY_MS

/** `Retry-After` in milliseconds from now, given in seconds or as a date; 0 without one that can be read. */
export function retryAfterMs(headers: Record<string, string>, now: Date): number {
  const value = headers['retry-after']?.trim() ?? ''
  const ms = /^\d{1,12}$/.test(value) ? Number(value) * SECOND_MS : Date.parse(value) - now.getTime()
  return Number.isFinite(ms) && ms > 0 ? Math.min(ms, MAX_RETRY_AFTER_MS) : 0
}
