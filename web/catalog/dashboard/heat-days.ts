import { addDays, type Day } from '#contracts/dates.ts'
import { columnOf, monthOf } from '#web/lib/dates/calendar.ts'

/** Maximum days per call: a year including a possible leap day. */
export const HEAT_DAYS = 366
/** Enough weeks to hold all of these days. */
export const MAX_WEEKS = 53

/**
 * Lower limit of the scale's maximum, so that a single store does not give a day the full shade.
 */
const PALE_BELOW = 4

export const levels = [0, 1, 2, 3, 4] as const
export type Level = (typeof levels)[number]

export type DayCount = { day: Day; stores: number; leads: number }
export type HeatDay = DayCount & { level: Level }
/** Seven days from the first day of the week; null before the first shown day and after today. */
export type HeatWeek = readonly (HeatDay | null)[]

export type Heat = { weeks: readonly HeatWeek[]; from: Day; to: Day; total: number }

type Options = { counts: readonly DayCount[]; today: Day; weekCount: number; weekStart: 0 | 1 }

/**
 * The given number of weeks up to today, each day with its count and its shade relative to the days
 * shown.
 */
export function heatOf({ counts, today, weekCount, weekStart }: Options): Heat {
  const firstWeek = addDays(today, -columnOf(today, weekStart) - 7 * (weekCount - 1))
  const oldest = addDays(today, 1 - HEAT_DAYS)
  const from = firstWeek < oldest ? oldest : firstWeek
  const byDay = new Map(counts.map((count) => [count.day, count]))
  const shown = counts.filter(({ day }) => from <= day && day <= today)
  const most = Math.max(PALE_BELOW, ...shown.map(({ stores }) => stores))
  const heatDay = (day: Day): HeatDay | null => {
    if (day < from || day > today) return null
    const { stores, leads } = byDay.get(day) ?? { stores: 0, leads: 0 }
    return { day, stores, leads, level: levelOf(stores, most) }
  }
  return {
    weeks: Array.from({ length: weekCount }, (_, week) =>
      Array.from({ length: 7 }, (_, at) => heatDay(addDays(firstWeek, 7 * week + at))),
    ),
    from,
    to: today,
    total: shown.reduce((sum, { stores }) => sum + stores, 0),
  }
}

/** Uses the square root, so that one day with very many stores does not make all others pale. */
function levelOf(stores: number, most: number): Level {
  if (stores === 0) return 0
  return levels[Math.max(1, Math.ceil(4 * Math.sqrt(stores / most)))] ?? 4
}

const steps: Record<string, number> = { ArrowUp: -1, ArrowDown: 1, ArrowLeft: -7, ArrowRight: 7 }

/**
 * The day that a key leads to: up and down by days, sideways by weeks. At the edge the same day;
 * null for other keys.
 */
export function dayAfterHeatKey(
  day: Day,
  key: string,
  { from, to }: { from: Day; to: Day },
): Day | null {
  if (key === 'Home') return from
  if (key === 'End') return to
  const step = steps[key]
  if (step === undefined) return null
  const next = addDays(day, step)
  return from <= next && next <= to ? next : day
}

export type MonthSpan = { month: string; weeks: number }

/**
 * Month labels above the weeks. Each label spans the weeks whose first shown day is in that month.
 */
export function monthSpans(weeks: readonly HeatWeek[]): MonthSpan[] {
  const spans: MonthSpan[] = []
  for (const week of weeks) {
    const first = week.find((day) => day !== null)
    const month = first ? monthOf(first.day) : ''
    const last = spans.at(-1)
    if (last?.month === month) last.weeks += 1
    else spans.push({ month, weeks: 1 })
  }
  return spans
}
