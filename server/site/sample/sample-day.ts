import { addDays, type Day, dayOf, dayStart } from '#contracts/dates.ts'

const WEEK_DAYS = 7
const MONDAY = 1
const FRIDAY_AFTER_MONDAY = 4

/**
 * The Friday of the last whole week, Monday to Sunday in UTC: the same day for seven days. `until`
 * is the Monday on which the next one takes its place.
 */
export function sampleDayOf(now: Date): { day: Day; until: Day } {
  const today = dayOf(now)
  const sinceMonday = (dayStart(today).getUTCDay() - MONDAY + WEEK_DAYS) % WEEK_DAYS
  const monday = addDays(today, -sinceMonday)
  return {
    day: addDays(monday, FRIDAY_AFTER_MONDAY - WEEK_DAYS),
    until: addDays(monday, WEEK_DAYS),
  }
}
