import { expect, test } from 'vitest'
import { sampleDayOf } from './read-sample.ts'

const dayAt = (time: string) => sampleDayOf(new Date(time))

test('the sample day is the Friday of the last whole week, the same one for seven days', () => {
  const friday = { day: '2026-11-20', until: '2026-11-30' }
  expect(dayAt('2026-11-22T23:59:59Z').day).toBe('2026-11-13')
  expect(dayAt('2026-11-23T00:00:00Z')).toEqual(friday)
  expect(dayAt('2026-11-27T12:00:00Z')).toEqual(friday)
  expect(dayAt('2026-11-29T23:59:59Z')).toEqual(friday)
  expect(dayAt('2026-11-30T00:00:00Z')).toEqual({ day: '2026-11-27', until: '2026-12-07' })
})

test('the sample day crosses the end of a year', () => {
  expect(dayAt('2027-01-02T10:00:00Z')).toEqual({ day: '2026-12-25', until: '2027-01-04' })
})
