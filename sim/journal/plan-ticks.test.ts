import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withDefaults } from '../options.ts'
import { DAY_MS, HOUR_MS, SECOND_MS } from '../time.ts'
import { planHours, planLive } from './plan-ticks.ts'
import type { Tick } from './tick.ts'

const START_MS = Date.UTC(2026, 10, 20)

test('whenever the world starts, its past holds the requested stores and few more', () => {
  const past = fc.record({
    seed: fc.nat(1000),
    stores: fc.integer({ min: 1, max: 3000 }),
    days: fc.integer({ min: 1, max: 60 }),
    startMs: fc.integer({ min: START_MS, max: START_MS + 400 * DAY_MS }),
  })
  fc.assert(
    fc.property(past, ({ seed, stores, days, startMs }) => {
      const options = withDefaults({ dataDir: '', seed, stores, days })
      const ticks = planHours(seed, options, undefined, startMs - days * DAY_MS, startMs)
      const launched = ticks.reduce((sum, tick) => sum + tick.new[1], 0)
      expect(launched).toBeGreaterThanOrEqual(stores)
      expect(launched).toBeLessThanOrEqual(stores * 1.06 + 1)
      expect(ticks[0]?.fromMs).toBe(startMs - days * DAY_MS)
      for (const [number, tick] of ticks.entries()) {
        const next = ticks[number + 1]
        expect(tick.atMs).toBe(next?.fromMs ?? startMs)
        if (next) expect(next.noise[0]).toBe(tick.noise[0] + tick.noise[1])
      }
    }),
  )
})

test('the running world can have as much noise per new store as public logs do', () => {
  const options = withDefaults({
    dataDir: '',
    launchEveryMs: 20_000,
    noisePerShop: 50_000,
    oldPerNew: 9,
  })
  let last: Tick | undefined
  for (let atMs = START_MS; atMs < START_MS + HOUR_MS; atMs += SECOND_MS)
    last = { ...planLive(7, options, last, atMs, atMs + SECOND_MS), entries: [] }
  const total = (run: readonly [number, number] | undefined): number => (run ? run[0] + run[1] : 0)
  expect(total(last?.noise) / total(last?.new)).toBeGreaterThan(40_000)
  expect(total(last?.noise) / total(last?.new)).toBeLessThan(60_000)
  expect(total(last?.noise) / HOUR_MS).toBeCloseTo(2.5, 1)
})
