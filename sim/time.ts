export const SECOND_MS = 1000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS
export const YEAR_MS = 365.25 * DAY_MS

export const unixSeconds = (ms: number): number => Math.floor(ms / SECOND_MS)

/** `2026-11-21T10:25:40+01:00`, the platform's time format: in the shop's own offset. */
export function zonedIso(ms: number, offsetMinutes: number): string {
  const local = new Date(ms + offsetMinutes * MINUTE_MS).toISOString().slice(0, 19)
  const size = Math.abs(offsetMinutes)
  const hours = String(Math.floor(size / 60)).padStart(2, '0')
  const minutes = String(size % 60).padStart(2, '0')
  return `${local}${offsetMinutes < 0 ? '-' : '+'}${hours}:${minutes}`
}
