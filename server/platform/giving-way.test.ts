import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createGivingWay } from './giving-way.ts'

function givingWayAt() {
  let nowMs = 50_000
  const way = createGivingWay(() => nowMs)
  return { ...way, advance: (ms: number) => void (nowMs += ms) }
}

describe('while pages are late, new work waits', () => {
  const cases: [name: string, noticesMs: number[], atMs: number, holdMs: number][] = [
    ['no notice', [], 5_000, 0],
    ['a notice now', [0], 0, 1_000],
    ['a notice 300 ms ago', [0], 300, 700],
    ['a notice a second ago', [0], 1_000, 0],
    ['notices of two processes at once', [0, 10], 10, 990],
    ['a notice each second, within the free half-second', [0, 1_000], 1_200, 0],
    ['a notice each second, after the free half-second', [0, 1_000], 1_500, 700],
    ['late for an hour', Array.from({ length: 3_600 }, (_, n) => n * 1_000), 3_600_000, 200],
    ['a break of a second', [0, 2_300], 2_300, 1_000],
  ]
  test.each(cases)('%s', (_name, noticesMs, atMs, holdMs) => {
    const way = givingWayAt()
    let passedMs = 0
    for (const noticeMs of noticesMs) {
      way.advance(noticeMs - passedMs)
      way.recordLate()
      passedMs = noticeMs
    }
    way.advance(atMs - passedMs)
    expect(way.holdMs()).toBe(holdMs)
  })
})

test('work keeps a third of the time, however notices arrive', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 400 }), (gaps) => {
      const way = givingWayAt()
      let freeMs = 0
      let totalMs = 0
      for (const gap of gaps) {
        way.recordLate()
        for (let left = gap; left > 0; left -= 10) {
          const stepMs = Math.min(10, left)
          if (way.holdMs() === 0) freeMs += stepMs
          way.advance(stepMs)
          totalMs += stepMs
        }
      }
      // The first hold has no free time before it.
      expect(freeMs).toBeGreaterThan((totalMs - 1_500) / 3 - 500)
    }),
    { numRuns: 40 },
  )
})
