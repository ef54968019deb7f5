import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, daysBetween } from '#contracts/dates.ts'
import { dayAfterHeatKey, HEAT_DAYS, heatOf, MAX_WEEKS, monthSpans } from './heat-days.ts'

const TODAY = '2026-11-20' // a Friday
const count = (day: string, stores: number, leads = 0) => ({ day, stores, leads })
const heat = (
  counts: Parameters<typeof heatOf>[0]['counts'],
  weekCount = 2,
  weekStart: 0 | 1 = 1,
) => heatOf({ counts, today: TODAY, weekCount, weekStart })

test('weeks begin on the first day of the language’s week and end with today', () => {
  const days = (weekStart: 0 | 1) =>
    heat([], 2, weekStart).weeks.map((week) => week.map((day) => day?.day ?? null))
  expect(days(1)).toEqual([
    [
      '2026-11-09',
      '2026-11-10',
      '2026-11-11',
      '2026-11-12',
      '2026-11-13',
      '2026-11-14',
      '2026-11-15',
    ],
    ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20', null, null],
  ])
  expect(days(0)[1]).toEqual([
    '2026-11-15',
    '2026-11-16',
    '2026-11-17',
    '2026-11-18',
    '2026-11-19',
    TODAY,
    null,
  ])
})

test('a day without stores counts zero, and shades scale with the square root of the maximum', () => {
  const { weeks } = heat([
    count('2026-11-16', 100, 7),
    count('2026-11-17', 1),
    count('2026-11-18', 25),
    count('2026-11-19', 26),
  ])
  expect(weeks[1]?.slice(0, 5)).toEqual([
    { day: '2026-11-16', stores: 100, leads: 7, level: 4 },
    { day: '2026-11-17', stores: 1, leads: 0, level: 1 },
    { day: '2026-11-18', stores: 25, leads: 0, level: 2 },
    { day: '2026-11-19', stores: 26, leads: 0, level: 3 },
    { day: '2026-11-20', stores: 0, leads: 0, level: 0 },
  ])
})

test('a single store does not get the full shade when no day has many stores', () => {
  expect(heat([count(TODAY, 1)]).weeks[1]?.[4]?.level).toBe(2)
})

test('the total covers exactly the days shown, and one list call can request them all', () => {
  const counted = fc.integer({ min: 0, max: 500 }).map((ago) => addDays(TODAY, -ago))
  fc.assert(
    fc.property(
      fc.uniqueArray(counted, { maxLength: 60 }),
      fc.integer({ min: 1, max: MAX_WEEKS }),
      fc.constantFrom(0, 1),
      (days, weekCount, weekStart) => {
        const { weeks, from, to, total } = heat(
          days.map((day) => count(day, 3)),
          weekCount,
          weekStart,
        )
        const shown = weeks.flat().filter((day) => day !== null)
        expect(shown).toHaveLength(daysBetween(from, to))
        expect(shown.length).toBeLessThanOrEqual(HEAT_DAYS)
        expect(total).toBe(shown.reduce((sum, { stores }) => sum + stores, 0))
        expect(total).toBe(3 * days.filter((day) => from <= day && day <= to).length)
      },
    ),
  )
})

test.each([
  ['ArrowUp', '2026-11-17', '2026-11-16'],
  ['ArrowUp', '2026-11-16', '2026-11-15'],
  ['ArrowDown', '2026-11-17', '2026-11-18'],
  ['ArrowLeft', '2026-11-17', '2026-11-10'],
  ['ArrowRight', '2026-11-10', '2026-11-17'],
  ['Home', '2026-11-17', '2026-11-09'],
  ['End', '2026-11-10', TODAY],
  ['ArrowDown', TODAY, TODAY],
  ['ArrowRight', '2026-11-14', '2026-11-14'],
  ['ArrowLeft', '2026-11-10', '2026-11-10'],
  ['a', TODAY, null],
])('%s moves from %s to %s', (key, from, to) => {
  expect(dayAfterHeatKey(from, key, heat([]))).toBe(to)
})

test('each month label spans the weeks that begin in that month', () => {
  expect(monthSpans(heat([], 6).weeks)).toEqual([
    { month: '2026-10', weeks: 3 },
    { month: '2026-11', weeks: 3 },
  ])
})
