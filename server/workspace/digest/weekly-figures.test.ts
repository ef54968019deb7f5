import { expect, test } from 'vitest'
import { dueWeek } from './weekly-figures.ts'

test.each([
  ['Sunday night', '2026-03-15T23:59:59Z', null],
  ['Monday before seven', '2026-03-16T06:59:59Z', null],
  ['Monday at seven', '2026-03-16T07:00:00Z', '2026-03-09'],
  ['Tuesday', '2026-03-17T12:00:00Z', '2026-03-09'],
  ['Wednesday before seven', '2026-03-18T06:59:59Z', '2026-03-09'],
  ['Wednesday at seven', '2026-03-18T07:00:00Z', null],
  ['the first Monday of a year', '2026-01-05T08:00:00Z', '2025-12-29'],
])('on %s (%s) the week of %s is due', (_when, now, week) => {
  expect(dueWeek(new Date(now))).toBe(week)
})
