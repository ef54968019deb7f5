import { expect, test } from 'vitest'
import { PULSE_MIN_STORES, PULSE_ROWS, PulseRank } from '#contracts/catalog/pulse.ts'
import { rankValues } from './pulse.ts'

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
]

test.each([
  ['frequent', ['steady', 'up', 'down', 'doubled', 'new', 'new too', 'rare']],
  ['rising', ['new', 'up', 'doubled', 'new too']],
  ['falling', ['gone', 'down']],
  ['growth', ['new', 'new too', 'doubled', 'up']],
] as const)('%s values are in the order of their counts', (rank, expected) => {
  expect(rankValues(VALUES, rank).map(({ value }) => value)).toEqual(expected)
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
    const values = names.toReversed().map((value) => ({ value, ...counts }))
    expect(rankValues(values, rank).map(({ value }) => value)).toEqual(names.slice(0, PULSE_ROWS))
  },
)
