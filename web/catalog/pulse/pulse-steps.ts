import type { Day } from '#contracts/dates.ts'
import type { Pulse, PulseRow } from '#contracts/stores/pulse.ts'
import type { PulseSort } from './pulse-address.ts'

/** A day or a week of the period, with its counterpart in the period before. */
export type Step = {
  now: { from: Day; to: Day; stores: number }
  before: { from: Day; to: Day; stores: number }
}

/** From this length on, a point of the chart is a week. */
const WEEKLY_FROM_DAYS = 43

export function stepsOf({ days, previousDays }: Pick<Pulse, 'days' | 'previousDays'>): Step[] {
  const size = days.length < WEEKLY_FROM_DAYS ? 1 : 7
  // Counted from the end, so that the last week is whole.
  const first = days.length % size
  const starts = [...(first > 0 ? [0] : []), ...range(first, days.length, size)]
  return starts.map((start, at) => {
    const end = starts[at + 1] ?? days.length
    return { now: sumOf(days.slice(start, end)), before: sumOf(previousDays.slice(start, end)) }
  })
}

function* range(from: number, to: number, step: number) {
  for (let at = from; at < to; at += step) yield at
}

function sumOf(days: Pulse['days']): Step['now'] {
  return {
    from: days[0]?.day ?? '',
    to: days.at(-1)?.day ?? '',
    stores: days.reduce((sum, { stores }) => sum + stores, 0),
  }
}

/** Relative to before; null where there was nothing before. */
export const growthOf = ({ now, before }: { now: number; before: number }): number | null =>
  before === 0 ? null : (now - before) / before

const keyOf: Record<PulseSort, (row: PulseRow) => number> = {
  now: ({ now }) => now,
  change: ({ now, before }) => now - before,
  alive: ({ now, alive }) => alive / now,
}

/** The highest first. */
export const sortedRows = (rows: readonly PulseRow[], sort: PulseSort): PulseRow[] =>
  rows.toSorted((a, b) => keyOf[sort](b) - keyOf[sort](a) || b.now - a.now)

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
const toCsv = (lines: readonly (readonly (string | number)[])[]) =>
  lines
    .map((line) => line.map((each) => (typeof each === 'number' ? each : quoted(each))).join(','))
    .join('\r\n')

export const stepsCsv = (steps: readonly Step[], head: readonly string[]): string =>
  toCsv([head, ...steps.map(({ now, before }) => [now.from, now.stores, before.from, before.stores])])

export const rowsCsv = (
  rows: readonly PulseRow[],
  head: readonly string[],
  nameOf: (row: PulseRow) => string,
): string =>
  toCsv([
    head,
    ...rows.map((row) => [
      nameOf(row),
      row.now,
      row.before,
      row.alive,
      ...(row.products ? [row.products.now, row.products.before] : []),
    ]),
  ])
