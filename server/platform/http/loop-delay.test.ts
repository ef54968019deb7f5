import Fastify from 'fastify'
import { describe, expect, onTestFinished, test } from 'vitest'
import { delayOf, limitPressure } from './loop-delay.ts'

describe('a call waits half of the gap that it meets, and meets a long gap more often', () => {
  const spreadOf = (gapsMs: number[]) => {
    const mean = gapsMs.reduce((sum, gap) => sum + gap, 0) / gapsMs.length
    const variance = gapsMs.reduce((sum, gap) => sum + (gap - mean) ** 2, 0) / gapsMs.length
    return { mean: mean * 1e6, stddev: Math.sqrt(variance) * 1e6 }
  }
  const times = (count: number, gapMs: number) => Array.from({ length: count }, () => gapMs)
  const cases: [name: string, gapsMs: number[], meanMs: number, waitMs: number][] = [
    ['idle', times(50, 20), 0, 0],
    ['one long pause in a second', [...times(40, 20), 200], 4.4, 18],
    ['a little late all the time', times(25, 40), 20, 10],
    ['late all the time', times(10, 100), 80, 40],
  ]
  test.each(cases)('%s', (_name, gapsMs, meanMs, waitMs) => {
    const delay = delayOf(spreadOf(gapsMs))
    expect(delay.meanMs).toBeCloseTo(meanMs, 1)
    expect(delay.waitMs).toBeCloseTo(waitMs, 5)
  })
})

async function lateSecondsOf(work: () => void): Promise<() => number> {
  let lateSeconds = 0
  const server = Fastify()
  limitPressure(server, {
    maxEventLoopDelayMs: 0,
    isExempt: () => false,
    onLate: () => (lateSeconds += 1),
  })
  await server.ready()
  const timer = setInterval(work, 10)
  onTestFinished(async () => {
    clearInterval(timer)
    await server.close()
  })
  return () => lateSeconds
}

test('a loop that blocks again and again is reported in each second', async () => {
  const lateSeconds = await lateSecondsOf(() => {
    const untilMs = performance.now() + 120
    while (performance.now() < untilMs);
  })
  await expect.poll(lateSeconds).toBeGreaterThanOrEqual(2)
})
