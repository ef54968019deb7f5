import { expect, test } from 'vitest'
import { createRateLimiter } from './rate-limiter.ts'

const MINUTE_MS = 60_000

/** When requests start that are all wanted at once. */
function startTimes(pace: ReturnType<typeof createRateLimiter>, fromMs: number, count: number): number[] {
  let nowMs = fromMs
  return Array.from({ length: count }, () => {
    nowMs += pace.waitMs(nowMs)
    pace.start(nowMs)
    return nowMs - fromMs
  })
}

function throttleMany(pace: ReturnType<typeof createRateLimiter>, nowMs: number, hosts = 5): void {
  for (let i = 0; i < hosts; i += 1) pace.note(`shop-${i}.test`, true, nowMs)
}

test('many hosts that throttle within a minute halve the pace, and halve it again if they continue', () => {
  const pace = createRateLimiter(10)
  expect(startTimes(pace, 0, 3)).toEqual([0, 100, 200])
  throttleMany(pace, 1_000)
  expect(pace.share(1_000)).toBe(0.5)
  expect(startTimes(pace, 5_000, 3)).toEqual([0, 200, 400])
  throttleMany(pace, 6_000)
  expect(pace.share(6_000)).toBe(0.25)
})

test('the pace never drops to zero, and recovers by a tenth for each quiet minute', () => {
  const pace = createRateLimiter(10)
  for (let round = 0; round < 20; round += 1) throttleMany(pace, 0)
  expect(pace.share(0)).toBe(1 / 32)
  expect(pace.share(MINUTE_MS)).toBeCloseTo(1 / 32 + 0.1)
  expect(pace.share(5 * MINUTE_MS)).toBeCloseTo(1 / 32 + 0.5)
  expect(pace.share(10 * MINUTE_MS)).toBe(1)
})

test('one host that throttles all day, or a few among many answers, do not change the pace', () => {
  const pace = createRateLimiter(10)
  for (let i = 0; i < 500; i += 1) pace.note('strict.test', true, i)
  expect(pace.share(500)).toBe(1)
  const busy = createRateLimiter(10)
  for (let i = 0; i < 1_000; i += 1) {
    busy.note(`fine-${i}.test`, false, i)
    if (i % 100 === 99) busy.note(`strict-${i}.test`, true, i)
  }
  expect(busy.share(1_000)).toBe(1)
})

test('throttling in an earlier minute no longer counts as evidence', () => {
  const pace = createRateLimiter(10)
  throttleMany(pace, 0, 4)
  throttleMany(pace, 2 * MINUTE_MS, 4)
  expect(pace.share(2 * MINUTE_MS)).toBe(1)
})
