import { addDays, type Day, dayOf, dayStart } from '#contracts/dates.ts'

const HOUR_MS = 60 * 60 * 1000
const SENT_AFTER_MS = 7 * HOUR_MS
/** Who could not be served on Monday is on Tuesday; after that it is no news. */
const SENT_WITHIN_MS = 48 * HOUR_MS

/** The week whose digest is to go out now, by its Monday: the one that ended before the last Monday, from 07:00 UTC on. */
export function dueWeek(now: Date): Day | null {
  const monday = addDays(dayOf(now), -((now.getUTCDay() + 6) % 7))
  const lateMs = now.getTime() - dayStart(monday).getTime() - SENT_AFTER_MS
  return lateMs >= 0 && lateMs < SENT_WITHIN_MS ? addDays(monday, -7) : null
}

/** Both ends counted. */
export const daysOfWeek = (monday: Day): { from: Day; to: Day } => ({ from: monday, to: addDays(monday, 6) })
