import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { FreshnessDay } from '#contracts/operations/freshness.ts'
import { exampleDay } from '#testing/example-freshness.ts'
import { scaleOf, stepDay } from './lag-chart.tsx'
import { logStateOf } from './logs-section.tsx'

const lagOf = (p50Seconds: number, p90Seconds: number): Partial<FreshnessDay> => ({
  live: { stores: 3, p50Seconds, p90Seconds, p95Seconds: p90Seconds },
})

describe('the scale of the chart', () => {
  test('keeps every figure between its first and last line, and never draws a longer lag lower', () => {
    const seconds = fc.double({ min: 0, max: 5_000_000, noNaN: true })
    fc.assert(
      fc.property(fc.array(fc.tuple(seconds, seconds), { maxLength: 30 }), (pairs) => {
        const days = pairs.map(([a, b]) => exampleDay({ ...lagOf(Math.min(a, b), Math.max(a, b)) }))
        const { ticks, topOf } = scaleOf(days)
        expect(ticks.length).toBeGreaterThanOrEqual(3)
        expect([topOf(ticks[0] ?? 0), topOf(ticks.at(-1) ?? 0)]).toEqual([100, 0])
        const tops = pairs.flat().toSorted((a, b) => a - b).map(topOf) // prettier-ignore
        expect(tops).toEqual(tops.toSorted((a, b) => b - a))
        expect(tops.every((top) => top >= 0 && top <= 100)).toBe(true)
      }),
    )
  })

  test('starts below the lowest median and ends above the highest 90th percentile', () => {
    expect(scaleOf([exampleDay(lagOf(41, 130)), exampleDay(lagOf(20, 70))]).ticks).toEqual([
      15, 60, 300,
    ])
    expect(scaleOf([]).ticks).toEqual([15, 60, 300])
    expect(scaleOf([exampleDay(lagOf(2, 2_000_000))]).ticks).toEqual([
      1, 60, 3_600, 86_400, 2_592_000,
    ])
  })
})

test.each([
  ['ArrowLeft', 5, 4],
  ['ArrowRight', 29, 29],
  ['ArrowUp', 5, 6],
  ['ArrowDown', 0, 0],
  ['PageUp', 20, 27],
  ['PageDown', 3, 0],
  ['Home', 12, 0],
  ['End', 12, 29],
  ['Tab', 12, null],
])('%s moves from day %d of thirty to %s', (key, at, next) => {
  expect(stepDay(key, at, 30)).toBe(next)
})

test.each([
  ['active', '2026-03-01T00:00:00Z', 255, 'atHead'],
  ['active', '2026-03-01T00:00:00Z', 256, 'behind'],
  ['active', null, 9_000, 'catchingUp'],
  ['quarantined', '2026-03-01T00:00:00Z', 0, 'quarantined'],
  ['ended', null, 0, 'ended'],
] as const)('a log in state %s, live since %s and %d entries behind, is called %s', (state, liveSince, entriesBehind, word) => {
  expect(logStateOf({ state, liveSince, entriesBehind })).toBe(word)
}) // prettier-ignore
