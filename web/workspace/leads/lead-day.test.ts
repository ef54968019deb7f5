import { expect, test, vi } from 'vitest'
import type { StageKey } from '#contracts/workspace/stage-keys.ts'
import { dueOf, localDay } from './lead-day.ts'

test('a step is overdue the day after its day, not before, and never once its lead is won or lost', () => {
  const days = ['2026-11-28', '2026-11-29', '2026-11-30', null]
  const dueIn = (stage: StageKey) => days.map((nextDay) => dueOf({ nextDay, stage }, '2026-11-29'))
  expect(dueIn('replied')).toEqual(['overdue', 'today', 'later', 'none'])
  for (const closed of ['won', 'lost'] as const)
    expect(dueIn(closed)).toEqual(['none', 'today', 'later', 'none'])
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
