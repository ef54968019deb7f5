import { expect, test } from 'vitest'
import { DateQuery } from '#contracts/date-fields.ts'
import {
  boundsOf,
  dateQueryOf,
  type DateSelection,
  includesDay,
  isSameSelection,
  isTooLong,
  NO_DATES,
  pickDay,
  presetOf,
  presets,
  presetSelection,
  shortened,
  spanOf,
} from './date-selection.ts'

const single = (date: string): DateSelection => ({ kind: 'single', date })
const range = (from: string, to: string): DateSelection => ({ kind: 'range', from, to })

test.each([
  ['nothing chosen: one day', NO_DATES, '2026-11-20', single('2026-11-20')],
  ['the same day again: cleared', single('2026-11-20'), '2026-11-20', NO_DATES],
  ['a later day: a range', single('2026-11-20'), '2026-11-25', range('2026-11-20', '2026-11-25')],
  [
    'an earlier day: a range in order',
    single('2026-11-20'),
    '2026-11-02',
    range('2026-11-02', '2026-11-20'),
  ],
  [
    'after a range: starts over',
    range('2026-11-02', '2026-11-20'),
    '2026-11-10',
    single('2026-11-10'),
  ],
  [
    'a day years away: a range still',
    single('2026-01-02'),
    '2003-05-04',
    range('2003-05-04', '2026-01-02'),
  ],
  ['across the new year', single('2026-01-01'), '2025-12-31', range('2025-12-31', '2026-01-01')],
] as const)(
  'a click with %s',
  {
    tags: [
      'date-selection.fields',
      'app.same-date-clears',
      'app.second-date-range',
      'calendar.no-range-length',
      'preview.same-day-clears',
      'preview.second-day-range',
      'preview.first-click-one-day',
    ],
  },
  (_, before, day, after) => {
    expect(pickDay(before, day)).toEqual(after)
  },
)

test('a span of one day is that day, and its ends may come in any order', () => {
  expect(spanOf('2026-11-20', '2026-11-20')).toEqual(single('2026-11-20'))
  expect(spanOf('2026-11-20', '2026-11-01')).toEqual(range('2026-11-01', '2026-11-20'))
})

test(
  'the bounds of a single day are that day twice; an empty selection has none',
  { tags: ['date-selection.fields', 'app.same-date-clears', 'app.second-date-range'] },
  () => {
    expect(boundsOf(single('2026-11-20'))).toEqual({ from: '2026-11-20', to: '2026-11-20' })
    expect(boundsOf(NO_DATES)).toBeNull()
  },
)

test('a range includes both of its ends, and an empty selection includes every day', () => {
  const november = range('2026-11-01', '2026-11-30')
  expect(
    ['2026-10-31', '2026-11-01', '2026-11-30', '2026-12-01'].map((day) =>
      includesDay(november, day),
    ),
  ).toEqual([false, true, true, false])
  expect(includesDay(NO_DATES, '2001-01-01')).toBe(true)
})

test('the calls request a day, a range or all days', () => {
  expect(dateQueryOf(single('2026-11-20'))).toEqual({ date: '2026-11-20' })
  expect(dateQueryOf(range('2026-11-01', '2026-11-20'))).toEqual({
    dateRangeFrom: '2026-11-01',
    dateRangeTo: '2026-11-20',
  })
  expect(dateQueryOf(NO_DATES)).toEqual({})
})

test('presets end with today, except yesterday', () => {
  expect(
    Object.fromEntries(presets.map((preset) => [preset, presetSelection(preset, '2026-03-01')])),
  ).toEqual({
    today: single('2026-03-01'),
    yesterday: single('2026-02-28'),
    last7: range('2026-02-23', '2026-03-01'),
    last28: range('2026-02-02', '2026-03-01'),
    last90: range('2025-12-02', '2026-03-01'),
    thisMonth: single('2026-03-01'),
  })
})

test('a selection that equals a preset is recognised, any other is not', () => {
  expect(presetOf(range('2026-02-23', '2026-03-01'), '2026-03-01')).toBe('last7')
  expect(presetOf(single('2026-02-28'), '2026-03-01')).toBe('yesterday')
  expect(presetOf(range('2026-03-01', '2026-03-20'), '2026-03-20')).toBe('thisMonth')
  expect(presetOf(single('2026-02-27'), '2026-03-01')).toBeNull()
  expect(presetOf(NO_DATES, '2026-03-01')).toBeNull()
})

test('a single day equals a range that starts and ends with it', () => {
  expect(isSameSelection(single('2026-11-20'), range('2026-11-20', '2026-11-20'))).toBe(true)
  expect(isSameSelection(NO_DATES, single('2026-11-20'))).toBe(false)
})

test.each([
  [NO_DATES, false],
  [single('2026-11-20'), false],
  [range('2025-11-20', '2026-11-20'), false],
  [range('2025-11-19', '2026-11-20'), true],
])('%o is longer than a call accepts: %s', (selection, expected) => {
  expect(isTooLong(selection)).toBe(expected)
  expect(DateQuery.safeParse(dateQueryOf(selection)).success).toBe(!expected)
})

test('a range that is too long is cut to its last 366 days', () => {
  const to = '2026-11-20'
  expect(shortened(range('2020-01-01', to))).toEqual(range('2025-11-20', to))
  const short = range('2026-11-01', to)
  expect(shortened(short)).toBe(short)
})
