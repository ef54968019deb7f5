import { describe, expect, test } from 'vitest'
import { growthOf, PULSE_MIN_STORES, PULSE_ROWS, PulseRank } from '#contracts/catalog/pulse.ts'
import type { Day } from '#contracts/dates.ts'
import { coverageOf, rankValues } from './pulse.ts'

const even = { now: 7, before: 7 }
const whole = <Counts extends { now: number; before: number }>(counts: Counts) => ({
  ...counts,
  compared: { now: counts.now, before: counts.before },
})

const VALUES = [
  { value: 'steady', now: 40, before: 40 },
  { value: 'up', now: 30, before: 20 },
  { value: 'doubled', now: 16, before: 8 },
  { value: 'new', now: 12, before: 0 },
  { value: 'new too', now: 5, before: 0 },
  { value: 'down', now: 20, before: 22 },
  { value: 'gone', now: 0, before: 6 },
  { value: 'rare', now: 4, before: 1 },
  { value: 'rarely lost', now: 0, before: 4 },
].map(whole)

test.each([
  ['frequent', ['steady', 'up', 'down', 'doubled', 'new', 'new too', 'rare']],
  ['rising', ['new', 'up', 'doubled', 'new too']],
  ['falling', ['gone', 'down']],
  ['growth', ['new', 'new too', 'doubled', 'up']],
] as const)('%s values are in the order of their counts', (rank, expected) => {
  expect(rankValues(VALUES, rank, even).map(({ value }) => value)).toEqual(expected)
})

test.each(PulseRank.options)(
  'equal %s values are in the order of their names, up to the limit',
  (rank) => {
    const names = Array.from(
      { length: PULSE_ROWS + 5 },
      (_, at) => `value ${String(at).padStart(2, '0')}`,
    )
    const counts =
      rank === 'falling'
        ? { now: 0, before: PULSE_MIN_STORES }
        : { now: PULSE_MIN_STORES, before: 0 }
    const values = names.toReversed().map((value) => whole({ value, ...counts }))
    expect(rankValues(values, rank, even).map(({ value }) => value)).toEqual(
      names.slice(0, PULSE_ROWS),
    )
  },
)

test.each([
  ['both sides covered', { now: 7, before: 7 }, ['twice'], []],
  ['half of the days before covered', { now: 8, before: 4 }, [], ['same']],
  ['no day before covered', { now: 7, before: 0 }, [], []],
  ['no day of the period covered', { now: 0, before: 7 }, [], []],
] as const)(
  'with %s, values rise and fall by their stores per covered day',
  (_, days, up, down) => {
    const values = Object.entries({ twice: 20, same: 10 }).map(([value, now]) =>
      whole({ value, now: days.now > 0 ? now : 0, before: days.before > 0 ? 10 : 0 }),
    )
    const rank = (by: PulseRank) => rankValues(values, by, days).map(({ value }) => value)
    expect([rank('rising'), rank('growth'), rank('falling')]).toEqual([up, up, down])
  },
)

test.each([
  ['whole periods', { now: 12, before: 8 }, { now: 7, before: 7 }, 0.5],
  ['half of the days before', { now: 16, before: 8 }, { now: 8, before: 4 }, 0],
  ['half of the days now', { now: 8, before: 8 }, { now: 4, before: 8 }, 1],
  ['no day before', { now: 8, before: 0 }, { now: 7, before: 0 }, null],
  ['no day now', { now: 0, before: 8 }, { now: 0, before: 7 }, null],
  ['five stores before', { now: 10, before: 5 }, { now: 7, before: 7 }, 1],
  ['four stores before', { now: 10, before: 4 }, { now: 7, before: 7 }, null],
] as const)('growth over %s is that of the stores per covered day', (_, stores, days, growth) => {
  expect(growthOf(stores, days)).toBe(growth)
})

describe('the days that are compared', () => {
  const today = '2026-11-20'
  const found = (...days: Day[]) => days.map((day) => ({ day, stores: 1 }))
  const { since, comparedPart, countDays, covers } = coverageOf(
    found('2026-11-10', '2026-11-11', '2026-11-12', '2026-11-14', today),
    today,
  )

  test.each([
    ['covered', '2026-11-11', '2026-11-12', '2026-11-11', '2026-11-12', 2],
    ['with a day without stores', '2026-11-12', '2026-11-14', '2026-11-12', '2026-11-14', 2],
    ['from before our data', '2026-11-01', '2026-11-12', '2026-11-11', '2026-11-12', 2],
    ['until today', '2026-11-14', today, '2026-11-14', '2026-11-19', 1],
  ])('in a span, %s are the whole days with data', (_, from, to, first, last, days) => {
    expect(comparedPart({ from, to })).toEqual({ from: first, to: last })
    expect(countDays({ from, to })).toBe(days)
  })

  test.each([
    ['before our data', '2026-11-01', '2026-11-10'],
    ['of today alone', today, today],
  ])('are none in a span %s', (_, from, to) => {
    expect([comparedPart({ from, to }), countDays({ from, to })]).toEqual([null, 0])
  })

  test('begin after the one on which we began; today is drawn, but not compared', () => {
    expect(since).toBe('2026-11-11')
    expect(['2026-11-10', '2026-11-11', '2026-11-13', today].map(covers)).toEqual([
      false,
      true,
      false,
      true,
    ])
  })

  test('are none where no store was found', () => {
    const none = coverageOf([], today)
    expect([none.since, none.countDays({ from: '2026-11-01', to: today })]).toEqual([null, 0])
  })
})
