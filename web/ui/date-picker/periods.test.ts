import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, daysBetween } from '#contracts/dates.ts'
import { boundsOf, type DateSelection, spanOf } from '#web/lib/dates/date-selection.ts'
import { stepPeriod } from './periods.tsx'

const TODAY = '2026-11-20'
const single = (date: string): DateSelection => ({ kind: 'single', date })
const range = (from: string, to: string): DateSelection => ({ kind: 'range', from, to })

test.each([
  ['a day back', single('2026-11-20'), -1, single('2026-11-19')],
  ['a day on', single('2026-11-18'), 1, single('2026-11-19')],
  ['no day after today', single('2026-11-20'), 1, null],
  ['a week back', range('2026-11-14', '2026-11-20'), -1, range('2026-11-07', '2026-11-13')],
  ['a week on', range('2026-10-31', '2026-11-06'), 1, range('2026-11-07', '2026-11-13')],
  [
    'a week on that would pass today',
    range('2026-11-10', '2026-11-16'),
    1,
    range('2026-11-14', TODAY),
  ],
  ['the month under way, back', range('2026-11-01', TODAY), -1, range('2026-10-01', '2026-10-31')],
  ['a whole month back', range('2026-03-01', '2026-03-31'), -1, range('2026-02-01', '2026-02-28')],
  [
    'a whole month on, into the one under way',
    range('2026-10-01', '2026-10-31'),
    1,
    range('2026-11-01', TODAY),
  ],
  ['nothing before the first available day', single('2000-01-01'), -1, null],
  ['nothing chosen', { kind: 'none' } as DateSelection, -1, null],
] as const)('%s', (_, before, direction, after) => {
  expect(stepPeriod(before, direction, TODAY)).toEqual(after)
})

test('a range that is not a month keeps its length, and a step forward undoes a step back', () => {
  const days = fc.integer({ min: 1, max: 4000 }).map((ago) => addDays(TODAY, -ago))
  const notMonths = fc
    .tuple(days, fc.integer({ min: 0, max: 27 }))
    .map(([from, more]) => spanOf(from, addDays(from, more) < TODAY ? addDays(from, more) : TODAY))
    .filter((selection) => !boundsOf(selection)?.from.endsWith('-01'))
  fc.assert(
    fc.property(notMonths, (selection) => {
      const back = stepPeriod(selection, -1, TODAY)
      const [before, after] = [boundsOf(selection), boundsOf(back ?? selection)]
      fc.pre(before !== null && after !== null && back !== null && !after.from.endsWith('-01'))
      expect(daysBetween(after.from, after.to)).toBe(daysBetween(before.from, before.to))
      expect(stepPeriod(back, 1, TODAY)).toEqual(selection)
    }),
  )
})
