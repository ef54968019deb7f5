import type { Day } from '#contracts/dates.ts'
import { growthOf, type Pulse, type PulseRow } from '#contracts/catalog/pulse.ts'
import { toCsv } from '#web/ui/table.tsx'
import type { PulseSort, StepLength } from './pulse-address.ts'

/** A day or a week of the period, with its counterpart in the period before. */
export type Step = Record<
  'now' | 'before',
  /** Null unless our data covers all of its days: a part of a week would look like a fall. */
  { from: Day; to: Day; stores: number | null }
>

export function stepsOf(
  { days, previousDays }: Pick<Pulse, 'days' | 'previousDays'>,
  length: StepLength,
): Step[] {
  const size = length === 'day' ? 1 : 7
  // Counted from the end, so that the last week is whole.
  const first = days.length % size
  const whole = Array.from({ length: Math.floor(days.length / size) }, (_, at) => first + at * size)
  const starts = first > 0 ? [0, ...whole] : whole
  return starts.map((start, at) => {
    const end = starts[at + 1] ?? days.length
    return { now: sumOf(days.slice(start, end)), before: sumOf(previousDays.slice(start, end)) }
  })
}

function sumOf(days: Pulse['days']): Step['now'] {
  return {
    from: days[0]?.day ?? '',
    to: days.at(-1)?.day ?? '',
    stores: days.reduce<number | null>(
      (sum, { stores }) => (sum === null || stores === null ? null : sum + stores),
      0,
    ),
  }
}

export type Days = Pulse['comparedDays']

/** Null without a covered day. */
export const perWeek = (stores: number, days: number): number | null =>
  days === 0 ? null : (stores / days) * 7

const toTenth = (value: number | null) => (value === null ? null : Math.round(value * 10) / 10)

/** Null where no store could be alive. */
export const aliveShareOf = ({ now, alive }: { now: number; alive: number }): number | null =>
  now === 0 ? null : alive / now

/** The server has put them in any order but by the share that is alive. */
export const sortedRows = (rows: readonly PulseRow[], sort: PulseSort): readonly PulseRow[] =>
  sort === 'alive'
    ? rows.toSorted((a, b) => (aliveShareOf(b) ?? 0) - (aliveShareOf(a) ?? 0) || b.now - a.now)
    : rows

export const stepsCsv = (steps: readonly Step[], head: readonly string[]): string =>
  toCsv([
    head,
    ...steps.map(({ now, before }) => [now.from, now.stores, before.from, before.stores]),
  ])

/** A whole number, as the table shows it. */
const inPercent = (share: number | null): number | null =>
  share === null ? null : Math.round(share * 100)

export const rowsCsv = (
  rows: readonly PulseRow[],
  days: Days,
  head: readonly string[],
  nameOf: (row: PulseRow) => string,
): string =>
  toCsv([
    head,
    ...rows.map((row) => [
      nameOf(row),
      row.now,
      row.before,
      toTenth(perWeek(row.compared.before, days.before)),
      toTenth(perWeek(row.compared.now, days.now)),
      inPercent(growthOf(row.compared, days)),
      row.alive,
      ...(row.products ? [row.products.now, row.products.before] : []),
    ]),
  ])
