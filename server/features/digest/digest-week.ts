import { addDays, type Day, dayOf, dayStart } from '#contracts/dates.ts'

const HOUR_MS = 60 * 60 * 1000
const SENT_AFTER_MS = 7 * HOUR_MS
/** A digest that failed on Monday can still go out on Tuesday; after that it is no news. */
const SENT_WITHIN_MS = 48 * HOUR_MS

/** The Monday of the week whose digest is due now: the week that ended before the last Monday, from 07:00 UTC on. */
export function dueWeek(now: Date): Day | null {
  const monday = addDays(dayOf(now), -((now.getUTCDay() + 6) % 7))
  const lateMs = now.getTime() - dayStart(monday).getTime() - SENT_AFTER_MS
  return lateMs >= 0 && lateMs < SENT_WITHIN_MS ? addDays(monday, -7) : null
}

/** Both ends included. */
export const daysOfWeek = (monday: Day): { from: Day; to: Day } => ({ from: monday, to: addDays(monday, 6) })
