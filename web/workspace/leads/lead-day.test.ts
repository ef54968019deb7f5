import { expect, test, vi } from 'vitest'
import { dueOf, localDay } from './lead-day.ts'

test('a step is overdue the day after its day, not before', () => {
  const days = ['2026-11-28', '2026-11-29', '2026-11-30', null]
  expect(days.map((nextDay) => dueOf({ nextDay }, '2026-11-29'))).toEqual([
    'overdue',
    'today',
    'later',
    'none',
  ])
})

test.each([
  { east: 660, at: '2026-11-28T14:00:00Z', day: '2026-11-29' },
  { east: -300, at: '2026-11-29T03:00:00Z', day: '2026-11-28' },
  { east: 0, at: '2026-11-29T23:59:00Z', day: '2026-11-29' },
])('the day is the reader’s own, $east minutes east of Greenwich', ({ east, at, day }) => {
  const now = new Date(at)
  vi.spyOn(now, 'getTimezoneOffset').mockReturnValue(-east)
  expect(localDay(now)).toBe(day)
})
