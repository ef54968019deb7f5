import { expect, test } from 'vitest'
import type { DateSelection } from '#web/lib/dates/date-selection.ts'
import { draftsAfter, readTyped, type TypedEnd, type TypedReading } from './typed-dates.tsx'

const TODAY = '2026-11-20'
const whole = (day: string): TypedEnd => ({ day, isWhole: true })
const part = (day: string): TypedEnd => ({ day, isWhole: false })
const single = (date: string): DateSelection => ({ kind: 'single', date })
const range = (from: string, to: string): DateSelection => ({ kind: 'range', from, to })
const chosen = (selection: DateSelection, isWhole = true): TypedReading => ({
  kind: 'selection',
  selection,
  isWhole,
})

test.each<[string, TypedEnd, TypedEnd, TypedReading]>([
  ['nothing', null, null, chosen({ kind: 'none' })],
  ['a first day alone: that day', whole('2026-11-01'), null, chosen(single('2026-11-01'))],
  [
    'the same day twice: that day',
    whole('2026-11-01'),
    whole('2026-11-01'),
    chosen(single('2026-11-01')),
  ],
  ['two days: a range', whole('2026-11-01'), whole(TODAY), chosen(range('2026-11-01', TODAY))],
  [
    'an end before the start: the same range',
    whole(TODAY),
    whole('2026-11-01'),
    chosen(range('2026-11-01', TODAY)),
  ],
  [
    'days years apart: a range',
    whole('2003-01-01'),
    whole(TODAY),
    chosen(range('2003-01-01', TODAY)),
  ],
  [
    'a day whose year may follow: not yet sure',
    part('2026-11-01'),
    null,
    chosen(single('2026-11-01'), false),
  ],
  [
    'the same of an end',
    whole('2026-11-01'),
    part(TODAY),
    chosen(range('2026-11-01', TODAY), false),
  ],
  ['a last day alone', null, whole(TODAY), { kind: 'incomplete', selection: single(TODAY) }],
  ['no day', 'unreadable', null, { kind: 'problem', field: 'from', problem: 'invalid' }],
  [
    'a last day that is none',
    whole(TODAY),
    'unreadable',
    { kind: 'problem', field: 'to', problem: 'invalid' },
  ],
  [
    'a day to come',
    whole('2026-11-21'),
    null,
    { kind: 'problem', field: 'from', problem: 'future' },
  ],
  [
    'a last day to come',
    whole(TODAY),
    whole('2026-12-24'),
    { kind: 'problem', field: 'to', problem: 'future' },
  ],
])('%s', (_, from, to, reading) => {
  expect(readTyped(from, to, TODAY)).toEqual(reading)
})

test('with limited calls, a range of more than 366 days is a problem of its last day', () => {
  const read = (from: string) => readTyped(whole(from), whole(TODAY), TODAY, true)
  expect(read('2025-11-20')).toEqual(chosen(range('2025-11-20', TODAY)))
  expect(read('2025-11-19')).toEqual({ kind: 'problem', field: 'to', problem: 'tooLong' })
})

test('typing a last day that is earlier than the first keeps the first day', () => {
  const first = single('2026-11-10')
  const drafts = draftsAfter({}, first, String, { field: 'to', text: '2026-11-02' })
  // Meanwhile the range was reversed, and the user types one more character.
  const later = draftsAfter(drafts, range('2026-11-02', '2026-11-10'), String, {
    field: 'to',
    text: '2026-11-02 ',
  })
  expect([drafts, later]).toEqual([
    { from: '2026-11-10', to: '2026-11-02' },
    { from: '2026-11-10', to: '2026-11-02 ' },
  ])
})

test('typing in one field leaves the other unchanged, empty or with its day', () => {
  const typed = (selection: DateSelection) =>
    draftsAfter({}, selection, String, { field: 'from', text: 'x' })
  expect(typed(single('2026-11-10'))).toEqual({ from: 'x', to: '' })
  expect(typed(range('2026-11-02', '2026-11-10'))).toEqual({ from: 'x', to: '2026-11-10' })
})
