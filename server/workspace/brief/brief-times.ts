import { addDays, type Day, dayOf, dayStart, DAY_MS, HOUR_MS } from '#contracts/dates.ts'
import type { BriefSettings } from '#contracts/workspace/brief.ts'

/**
 * When briefs are due. A brief belongs to a calendar day of its account's zone, and each day has
 * one at most: so a day of 23 or 25 hours has one, and a changed zone neither skips nor repeats.
 */
export type Schedule = Pick<
  BriefSettings,
  'pace' | 'weekday' | 'hour' | 'timeZone' | 'quietFrom' | 'quietUntil'
>

const DAYS_OF_WEEK = 7

/** The day after `lastDay` that gets a brief. */
export function nextDay(schedule: Pick<Schedule, 'pace' | 'weekday'>, lastDay: Day): Day {
  const tomorrow = addDays(lastDay, 1)
  if (schedule.pace !== 'weekly') return tomorrow
  const wait = (schedule.weekday - weekdayOf(tomorrow) + DAYS_OF_WEEK) % DAYS_OF_WEEK
  return addDays(tomorrow, wait)
}

/** 1 = Monday. */
const weekdayOf = (day: Day): number =>
  ((dayStart(day).getUTCDay() + DAYS_OF_WEEK - 1) % DAYS_OF_WEEK) + 1

/** When the brief of a day is due. */
export function briefTime(schedule: Schedule, day: Day): Date {
  const { hour, timeZone, quietFrom, quietUntil } = schedule
  if (quietUntil === null || !isWithin(hour, quietFrom, quietUntil))
    return momentOf(day, hour, timeZone)
  return momentOf(quietUntil < hour ? addDays(day, 1) : day, quietUntil, timeZone)
}

/** Null while no brief is wanted; in the past when a change of the settings passed over its time. */
export const nextTime = (schedule: Schedule, lastDay: Day): Date | null =>
  schedule.pace === 'off' ? null : briefTime(schedule, nextDay(schedule, lastDay))

/**
 * The day whose brief is sent at `now`: the latest that is due, so that an hour of many days after
 * a standstill sends one brief and not many.
 */
export function dueDay(schedule: Schedule, lastDay: Day, now: Date): Day {
  let day = nextDay(schedule, lastDay)
  for (;;) {
    const later = nextDay(schedule, day)
    if (briefTime(schedule, later) > now) return day
    day = later
  }
}

/** The latest day whose time has passed: a brief that is turned on begins with the one after it. */
export function passedDay(schedule: Schedule, now: Date): Day {
  let day = addDays(localDay(now, schedule.timeZone), 1)
  while (briefTime(schedule, day) > now) day = addDays(day, -1)
  return day
}

/** Nothing is sent at this time. */
export function isQuiet(
  { timeZone, quietFrom, quietUntil }: Pick<Schedule, 'timeZone' | 'quietFrom' | 'quietUntil'>,
  now: Date,
): boolean {
  const hour = new Date(now.getTime() + offsetAt(now, timeZone)).getUTCHours()
  return isWithin(hour, quietFrom, quietUntil)
}

const isWithin = (hour: number, from: number | null, until: number | null): boolean => {
  if (from === null || until === null) return false
  return from < until ? hour >= from && hour < until : hour >= from || hour < until
}

export const localDay = (at: Date, timeZone: string): Day =>
  dayOf(new Date(at.getTime() + offsetAt(at, timeZone)))

/**
 * The first moment at which the clocks of a zone show this hour. An hour that they skip counts as
 * the moment after the jump.
 */
function momentOf(day: Day, hour: number, timeZone: string): Date {
  const clock = dayStart(day).getTime() + hour * HOUR_MS
  const before = offsetAt(new Date(clock - DAY_MS), timeZone)
  const after = offsetAt(new Date(clock + DAY_MS), timeZone)
  const shown = [before, after]
    .map((offset) => new Date(clock - offset))
    .filter((at) => at.getTime() + offsetAt(at, timeZone) === clock)
    .toSorted((a, b) => a.getTime() - b.getTime())
  return shown[0] ?? new Date(clock - before)
}

/** A format takes long to make; there are some hundred zones. */
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  formats.set(timeZone, format)
  return format
}

/** By how much the clocks of a zone are ahead of UTC. */
function offsetAt(at: Date, timeZone: string): number {
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0
  const clock = Date.UTC(
    of('year'),
    of('month') - 1,
    of('day'),
    of('hour'),
    of('minute'),
    of('second'),
  )
  return clock - Math.floor(at.getTime() / 1000) * 1000
}
