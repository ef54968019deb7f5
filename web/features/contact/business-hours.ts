/** Monday to Friday, in UTC like all times in Storedawn. */
export const businessHours = { firstDay: 1, lastDay: 5, opens: 9, closes: 18 }

export const clock = (hour: number): string => `${String(hour).padStart(2, '0')}:00`

export function isOpenAt(now: Date): boolean {
  const { firstDay, lastDay, opens, closes } = businessHours
  const [day, hour] = [now.getUTCDay(), now.getUTCHours()]
  return day >= firstDay && day <= lastDay && hour >= opens && hour < closes
}

/** The name of a weekday, 0 = Sunday. */
export const dayName = (locale: string, day: number): string =>
  new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(
    // 1 March 2026 is a Sunday.
    new Date(Date.UTC(2026, 2, 1 + day)),
  )

/** The business hours on the day of `now` in local time of this zone; null when local time equals UTC. */
export function localHours(now: Date, timeZone?: string): { from: string; to: string } | null {
  const { opens, closes } = businessHours
  const format = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone })
  const at = (hour: number) => format.format(new Date(new Date(now).setUTCHours(hour, 0, 0, 0)))
  const [from, to] = [at(opens), at(closes)]
  return from === clock(opens) ? null : { from, to }
}
