import { DAY_MS } from '#contracts/dates.ts'

const steps = [
  ['day', DAY_MS],
  ['hour', 60 * 60_000],
  ['minute', 60_000],
] as const

/** Time since a moment: “3 hours ago”, “yesterday”, “now”. A future time, seen by a slow clock, counts as now. */
export function relativeTime(locale: string, iso: string, nowMs: number): string {
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  const agoMs = nowMs - Date.parse(iso)
  for (const [unit, ms] of steps) {
    if (agoMs >= ms) return format.format(-Math.floor(agoMs / ms), unit)
  }
  return format.format(0, 'second')
}
