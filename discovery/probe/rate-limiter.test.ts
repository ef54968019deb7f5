import { expect, test } from 'vitest'
import { createRateLimiter } from './rate-limiter.ts'

const MINUTE_MS = 60_000

/** The start times of requests that all arrive at once. */
function startTimes(
  limiter: ReturnType<typeof createRateLimiter>,
  fromMs: number,
  count: number,
): number[] {
  let nowMs = fromMs
  return Array.from({ length: count }, () => {
    nowMs += limiter.waitMs(nowMs)
    limiter.start(nowMs)
    return nowMs - fromMs
  })
}

function throttleMany(
  limiter: ReturnType<typeof createRateLimiter>,
  nowMs: number,
  hosts = 5,
): void {
  for (let i = 0; i < hosts; i += 1) limiter.record(`shop-${i}.test`, true, nowMs)
}

test('many hosts that throttle within a minute halve the rate, and halve it again if they continue', () => {
  const limiter = createRateLimiter(10)
  expect(startTimes(limiter, 0, 3)).toEqual([0, 100, 200])
  throttleMany(limiter, 1_000)
  expect(limiter.share(1_000)).toBe(0.5)
  expect(startTimes(limiter, 5_000, 3)).toEqual([0, 200, 400])
  throttleMany(limiter, 6_000)
  expect(limiter.share(6_000)).toBe(0.25)
})

test('the rate never drops to zero, and recovers by a tenth for each quiet minute', () => {
  const limiter = createRateLimiter(10)
  for (let round = 0; round < 20; round += 1) throttleMany(limiter, 0)
  expect(limiter.share(0)).toBe(1 / 32)
  expect(limiter.share(MINUTE_MS)).toBeCloseTo(1 / 32 + 0.1)
  expect(limiter.share(5 * MINUTE_MS)).toBeCloseTo(1 / 32 + 0.5)
  expect(limiter.share(10 * MINUTE_MS)).toBe(1)
})

test('one host that throttles all day, or a few among many answers, do not change the rate', () => {
  const limiter = createRateLimiter(10)
  for (let i = 0; i < 500; i += 1) limiter.record('strict.test', true, i)
  expect(limiter.share(500)).toBe(1)
  const busy = createRateLimiter(10)
  for (let i = 0; i < 1_000; i += 1) {
    busy.record(`fine-${i}.test`, false, i)
    if (i % 100 === 99) busy.record(`strict-${i}.test`, true, i)
  }
  expect(busy.share(1_000)).toBe(1)
})

test('throttling in an earlier minute no longer counts as evidence', () => {
  const limiter = createRateLimiter(10)
  throttleMany(limiter, 0, 4)
  throttleMany(limiter, 2 * MINUTE_MS, 4)
  expect(limiter.share(2 * MINUTE_MS)).toBe(1)
})
