import { addDays, daysBetween, MAX_RANGE_DAYS, type DateQuery, type Day } from '#contracts/dates.ts'

/** What is chosen: nothing (where that is allowed, all days), one UTC day, or a range with both ends counted. */
export type DateSelection =
  | { kind: 'none' }
  | { kind: 'single'; date: Day }
  | { kind: 'range'; from: Day; to: Day }

export const NO_DATES: DateSelection = { kind: 'none' }

/** No call accepts a day before this one. */
export const EARLIEST_DAY: Day = '2000-01-01'

/** Both days in the order of the calendar; the same day twice is a single one. */
export function spanOf(a: Day, b: Day): DateSelection {
  if (a === b) return { kind: 'single', date: a }
  return a < b ? { kind: 'range', from: a, to: b } : { kind: 'range', from: b, to: a }
}

export const isTooLong = (a: Day, b: Day): boolean =>
  (a < b ? daysBetween(a, b) : daysBetween(b, a)) > MAX_RANGE_DAYS

/**
 * A click on a day. The same single day again clears it; a second, different day makes a range in the order of the
 * calendar; after a range, or with a day too far away for one, the selection starts anew.
 */
export function pickDay(selection: DateSelection, day: Day): DateSelection {
  if (selection.kind !== 'single' || isTooLong(selection.date, day)) return { kind: 'single', date: day }
  return selection.date === day ? NO_DATES : spanOf(selection.date, day)
}

export function boundsOf(selection: DateSelection): { from: Day; to: Day } | null {
  if (selection.kind === 'none') return null
  if (selection.kind === 'single') return { from: selection.date, to: selection.date }
  return { from: selection.from, to: selection.to }
}

export function isSameSelection(a: DateSelection, b: DateSelection): boolean {
  const [first, second] = [boundsOf(a), boundsOf(b)]
  return first?.from === second?.from && first?.to === second?.to
}

/** True when the day is among the chosen ones; nothing chosen stands for all days. */
export function includesDay(selection: DateSelection, day: Day): boolean {
  const bounds = boundsOf(selection)
  return !bounds || (bounds.from <= day && day <= bounds.to)
}

/** As the calls take it: `date`, both ends of a range, or nothing. */
export function dateQueryOf(selection: DateSelection): DateQuery {
  if (selection.kind === 'none') return {}
  if (selection.kind === 'single') return { date: selection.date }
  return { dateRangeFrom: selection.from, dateRangeTo: selection.to }
}

export const presets = ['today', 'yesterday', 'last7', 'last28', 'last90'] as const
export type Preset = (typeof presets)[number]

const presetDays: Record<Preset, { first: number; last: number }> = {
  today: { first: 0, last: 0 },
  yesterday: { first: -1, last: -1 },
  last7: { first: -6, last: 0 },
  last28: { first: -27, last: 0 },
  last90: { first: -89, last: 0 },
}

/** The last 7, 28 and 90 days end with today. */
export function presetSelection(preset: Preset, today: Day): DateSelection {
  const { first, last } = presetDays[preset]
  return spanOf(addDays(today, first), addDays(today, last))
}

export const presetOf = (selection: DateSelection, today: Day): Preset | null =>
  presets.find((preset) => isSameSelection(presetSelection(preset, today), selection)) ?? null
