import { beforeEach, expect, test, vi } from 'vitest'
import { startCountdown } from './payment-page.tsx'

beforeEach(() => void vi.useFakeTimers())

function start() {
  const ticks: (number | 'end')[] = []
  const stop = startCountdown(3, {
    onTick: (left) => ticks.push(left),
    onEnd: () => ticks.push('end'),
  })
  return { ticks, stop }
}

test('a countdown of three seconds ends exactly once', { tags: ['payment.redirect-3s'] }, () => {
  const { ticks } = start()
  vi.advanceTimersByTime(2_999)
  expect(ticks).toEqual([2, 1])
  vi.advanceTimersByTime(10_000)
  expect(ticks).toEqual([2, 1, 0, 'end'])
})

test('a stopped countdown never ends', () => {
  const { ticks, stop } = start()
  vi.advanceTimersByTime(2_500)
  stop()
  vi.advanceTimersByTime(10_000)
  expect(ticks).toEqual([2, 1])
})
