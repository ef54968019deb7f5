import { expect, test } from 'vitest'
import { secondsLeft } from './use-cooldown.ts'

test.each([
  ['the whole wait at its start', 60_000, 0, 60],
  ['every second that has begun', 60_000, 58_001, 2],
  ['one until the very end', 60_000, 59_999, 1],
  ['none at its end', 60_000, 60_000, 0],
  ['none long after its end', 60_000, 9_000_000, 0],
  ['no more than the wait if the clock was set back', 60_000, -9_000_000, 60],
  ['none if the stored text is not a number', Number.NaN, 0, 0],
])('%s', { tags: ['const.resend-60s'] }, (_, deadlineMs, nowMs, seconds) => {
  expect(secondsLeft(deadlineMs, nowMs, 60)).toBe(seconds)
})
