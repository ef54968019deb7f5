import { addDays, type Day, daysBetween, MAX_RANGE_DAYS } from '#contracts/dates.ts'
import type { DateQuery } from '#contracts/date-fields.ts'

/**
 * The selected dates: none (where allowed, this means all days), one UTC day, or a range including
 * both ends.
 */
export type DateSelection =
  | { kind: 'none' }
  | { kind: 'single'; date: Day }
  | { kind: 'range'; from: Day; to: Day }

/** Of a part of a date picker. */
export type DatesProps = {
  selection: DateSelection
  onChange: (selection: DateSelection) => void
  today: Day
}

export const NO_DATES: DateSelection = { kind: 'none' }

/** The API accepts no day before this one. */
export const EARLIEST_DAY: Day = '2000-01-01'

/** Both days in calendar order; two equal days make a single day. */
export function spanOf(a: Day, b: Day): DateSelection {
  if (a === b) return { kind: 'single', date: a }
  return a < b ? { kind: 'range', from: a, to: b } : { kind: 'range', from: b, to: a }
}

/**
 * The same day again clears the selection, a second day makes a range; after a range, a new
 * selection starts.
 */
export function pickDay(selection: DateSelection, day: Day): DateSelection {
  if (selection.kind !== 'single') return { kind: 'single', date: day }
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

/** True when the selection includes the day; an empty selection means all days. */
export function includesDay(selection: DateSelection, day: Day): boolean {
  const bounds = boundsOf(selection)
  return !bounds || (bounds.from <= day && day <= bounds.to)
}

export function isTooLong(selection: DateSelection): boolean {
  const bounds = boundsOf(selection)
  return bounds !== null && daysBetween(bounds.from, bounds.to) > MAX_RANGE_DAYS
}

/** The last days of a range that is too long, as many as the API accepts. */
export function shortened(selection: DateSelection): DateSelection {
  const bounds = boundsOf(selection)
  return bounds && isTooLong(selection)
    ? spanOf(addDays(bounds.to, 1 - MAX_RANGE_DAYS), bounds.to)
    : selection
}

/** In the form of the API: `date`, both ends of a range, or nothing. */
export function dateQueryOf(selection: DateSelection): DateQuery {
  if (selection.kind === 'none') return {}
  if (selection.kind === 'single') return { date: selection.date }
  return { dateRangeFrom: selection.from, dateRangeTo: selection.to }
}

export const presets = ['today', 'yesterday', 'last7', 'last28', 'last90', 'thisMonth'] as const
export type Preset = (typeof presets)[number]

export function presetSelection(preset: Preset, today: Day): DateSelection {
  switch (preset) {
    case 'today':
      return spanOf(today, today)
    case 'yesterday':
      return spanOf(addDays(today, -1), addDays(today, -1))
    case 'last7':
      return spanOf(addDays(today, -6), today)
    case 'last28':
      return spanOf(addDays(today, -27), today)
    case 'last90':
      return spanOf(addDays(today, -89), today)
    case 'thisMonth':
      return spanOf(`${today.slice(0, 7)}-01`, today)
    default:
      return preset satisfies never
  }
}

export const presetOf = (selection: DateSelection, today: Day): Preset | null =>
  presets.find((preset) => isSameSelection(presetSelection(preset, today), selection)) ?? null
