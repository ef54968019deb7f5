import { expect, test } from 'vitest'
import { addDays } from '#contracts/dates.ts'
import { addMonths, dayAfterKey, markOf, shiftMonths, tentativeRange, weeksOf } from './calendar.ts'

const TODAY = '2026-11-20' // a Friday

test('a month has six weeks that begin on the first day of the week', () => {
  const monday = weeksOf('2026-11', 1)
  expect(monday).toHaveLength(6)
  expect(monday[0]).toEqual([null, null, null, null, null, null, '2026-11-01'])
  expect(weeksOf('2026-11', 0)[0]?.[0]).toBe('2026-11-01')
  expect(monday.flat().filter(Boolean)).toHaveLength(30)
  expect(weeksOf('2024-02', 0).flat().filter(Boolean)).toHaveLength(29)
})

test('adding months carries over the turn of the year', () => {
  expect(addMonths('2026-01', -1)).toBe('2025-12')
  expect(addMonths('2026-11', 14)).toBe('2028-01')
})

test('adding a month keeps the day, or takes the last day of a shorter month', () => {
  expect(shiftMonths('2026-01-31', 1)).toBe('2026-02-28')
  expect(shiftMonths('2024-02-29', 12)).toBe('2025-02-28')
  expect(shiftMonths('2026-03-31', -1)).toBe('2026-02-28')
  expect(shiftMonths('2026-12-15', 1)).toBe('2027-01-15')
})

test.each([
  ['ArrowLeft', false, '2026-11-10', '2026-11-09'],
  ['ArrowRight', false, '2026-11-10', '2026-11-11'],
  ['ArrowUp', false, '2026-11-03', '2026-10-27'],
  ['ArrowDown', false, '2026-11-10', '2026-11-17'],
  ['Home', false, '2026-11-12', '2026-11-09'],
  ['End', false, '2026-11-12', '2026-11-15'],
  ['PageUp', false, '2026-11-10', '2026-10-10'],
  ['PageDown', false, '2026-10-10', '2026-11-10'],
  ['PageUp', true, '2026-11-10', '2025-11-10'],
  ['PageDown', true, '2024-11-10', '2025-11-10'],
  // Days after today cannot be chosen: the keyboard stops before them.
  ['ArrowRight', false, TODAY, TODAY],
  ['ArrowDown', false, '2026-11-14', '2026-11-14'],
  ['End', false, '2026-11-18', TODAY],
  ['PageDown', false, '2026-11-10', TODAY],
  ['PageDown', true, '2026-06-30', TODAY],
  ['PageUp', true, '2000-05-05', '2000-01-01'],
  ['ArrowLeft', false, '2000-01-01', '2000-01-01'],
])(
  '%s (shift %s) moves from %s to %s in a week that starts on Monday',
  { tags: ['calendar.keys'] },
  (key, isShift, from, to) => {
    expect(dayAfterKey(from, { key, isShift }, TODAY, 1)).toBe(to)
  },
)

test(
  'the search for the next selectable day stops after 365 further steps',
  { tags: ['calendar.next-enabled-365'] },
  () => {
    const left = (from: string) => dayAfterKey(from, { key: 'ArrowLeft', isShift: false }, TODAY, 1)
    expect(left(addDays(TODAY, 366))).toBe(TODAY)
    const tooFar = addDays(TODAY, 367)
    expect(left(tooFar)).toBe(tooFar)
  },
)

test('Home and End follow a week that starts on Sunday', () => {
  expect(dayAfterKey('2026-11-12', { key: 'Home', isShift: false }, TODAY, 0)).toBe('2026-11-08')
  expect(dayAfterKey('2026-11-12', { key: 'End', isShift: false }, TODAY, 0)).toBe('2026-11-14')
})

test('the grid ignores other keys', () => {
  expect(dayAfterKey(TODAY, { key: 'a', isShift: false }, TODAY, 1)).toBeNull()
})

test('each day knows its place in the selection', () => {
  const range = { kind: 'range', from: '2026-11-10', to: '2026-11-12' } as const
  const days = ['2026-11-09', '2026-11-10', '2026-11-11', '2026-11-12', '2026-11-13']
  expect(days.map((day) => markOf(day, range))).toEqual([null, 'start', 'between', 'end', null])
  expect(markOf('2026-11-10', { kind: 'single', date: '2026-11-10' })).toBe('only')
  expect(markOf('2026-11-10', { kind: 'none' })).toBeNull()
})

test('pointing at a day shows the range that a click would make, in order', () => {
  const single = { kind: 'single', date: '2026-11-10' } as const
  expect(tentativeRange(single, '2026-11-04')).toEqual({
    kind: 'range',
    from: '2026-11-04',
    to: '2026-11-10',
  })
  expect(tentativeRange(single, '2026-11-10')).toBeNull()
  expect(tentativeRange({ kind: 'none' }, '2026-11-04')).toBeNull()
  expect(
    tentativeRange({ kind: 'range', from: '2026-11-01', to: '2026-11-02' }, '2026-11-04'),
  ).toBeNull()
})
