import { expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '#contracts/dates.ts'
import type { StoreId } from '#contracts/ids.ts'
import { nextWalkAt, rereadAt, retryStepAt, tomorrow } from './walk-schedule.ts'

const START = new Date('2026-03-10T09:00:00Z')
const after = (ms: number) => new Date(START.getTime() + ms)
const next = (followedDays: number, pages = 1, tookMs = 60_000) => {
  const startedAt = after(followedDays * DAY_MS)
  const now = new Date(startedAt.getTime() + tookMs)
  const at = nextWalkAt({ followedSince: START, startedAt, pages, now })
  return at && (at.getTime() - startedAt.getTime()) / HOUR_MS
}

test.each([
  [0, 1, 24],
  [13, 10, 24],
  [14, 1, 7 * 24],
  [100, 1, 7 * 24],
  [197, 1, null],
  [3, 11, 7 * 24],
])(
  '%s days after its launch, a catalogue of %s pages is walked again after %s hours',
  (days, pages, hours) => expect(next(days, pages)).toBe(hours),
)

test('a long walk is followed by a rest', () => expect(next(1, 1, 30 * HOUR_MS)).toBe(42))

test('a failing walk is retried with growing waits, never sooner than the host asked, and finally given up', () => {
  const waits = [0, 1, 2, 3, 4, 5, 6].map((attempts) => {
    const at = retryStepAt({ cause: 'timeout', afterMs: 90_000 }, attempts, START)
    return at && (at.getTime() - START.getTime()) / 60_000
  })
  expect(waits).toEqual([1.5, 4, 16, 64, 256, 1024, null])
  expect(retryStepAt({ cause: 'throttled', afterMs: 7 * DAY_MS }, 5, START)).toEqual(
    after(7 * DAY_MS),
  )
})

test('waiting for the request budget does not count as a try', () =>
  expect(retryStepAt({ cause: 'budget', afterMs: 0 }, 99, START)).toEqual(after(1_000)))

test('a page that is not a catalogue is fetched three times', () =>
  expect([0, 1, 2].map((attempts) => rereadAt(attempts, START))).toEqual([
    after(HOUR_MS),
    after(2 * HOUR_MS),
    null,
  ]))

test('the next day starts at midnight UTC, and walks spread over it', () => {
  expect(tomorrow(new Date('2026-03-10T23:59:59.999Z'), 3_600 as StoreId)).toEqual(
    new Date('2026-03-11T00:00:00Z'),
  )
  expect(tomorrow(new Date('2026-03-11T00:00:00Z'), 5 as StoreId)).toEqual(
    new Date('2026-03-12T00:00:05Z'),
  )
})
