import { expect, test } from 'vitest'
import { readTyped } from '#web/lib/typed-dates.ts'

const TODAY = '2026-11-20'

test.each([
  ['', '', { kind: 'selection', selection: { kind: 'none' } }],
  ['2026-11-01', '', { kind: 'selection', selection: { kind: 'single', date: '2026-11-01' } }],
  ['2026-11-01', '2026-11-01', { kind: 'selection', selection: { kind: 'single', date: '2026-11-01' } }],
  [
    '2026-11-01',
    TODAY,
    { kind: 'selection', selection: { kind: 'range', from: '2026-11-01', to: '2026-11-20' } },
  ],
  ['', TODAY, { kind: 'incomplete' }],
  // While the year is being typed the browser hands out 0002, 0020, 0202.
  ['0202-11-01', '', { kind: 'problem', field: 'from', problem: 'invalid' }],
  ['2026-02-30', '', { kind: 'problem', field: 'from', problem: 'invalid' }],
  ['2026-11-21', '', { kind: 'problem', field: 'from', problem: 'future' }],
  ['2026-11-01', '2026-12-24', { kind: 'problem', field: 'to', problem: 'future' }],
  [TODAY, '2026-11-01', { kind: 'problem', field: 'to', problem: 'order' }],
  ['2024-01-01', TODAY, { kind: 'problem', field: 'to', problem: 'tooLong' }],
])('first day “%s” and last day “%s”', (from, to, reading) => {
  expect(readTyped(from, to, TODAY)).toEqual(reading)
})
