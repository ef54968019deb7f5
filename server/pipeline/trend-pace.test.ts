import { expect, test } from 'vitest'
import { createTrendPace } from '#server/pipeline/trend-pace.ts'

function paceAt() {
  let nowMs = 1_000
  return { pace: createTrendPace(() => nowMs), advance: (ms: number) => (nowMs += ms) }
}

test('after a step trends rest nine times as long as it took, ten seconds at most', () => {
  const { pace, advance } = paceAt()
  expect(pace.waitMs()).toBe(0)
  const step = pace.startStep()
  advance(200)
  step.end()
  expect(pace.waitMs()).toBe(1_800)
  advance(1_800)
  expect(pace.waitMs()).toBe(0)
  const long = pace.startStep()
  expect([long.hasTime(), long.hasTime(0.5)]).toEqual([true, true])
  advance(700)
  expect([long.hasTime(), long.hasTime(0.5)]).toEqual([true, false])
  advance(4_300)
  expect(long.hasTime()).toBe(false)
  long.end()
  expect(pace.waitMs()).toBe(10_000)
})

test('a day that was computed is left alone for half a minute, the others are not', () => {
  const { pace, advance } = paceAt()
  pace.noteDay('2026-03-09')
  advance(20_000)
  pace.noteDay('2026-03-08')
  expect(pace.restingDays()).toEqual(['2026-03-09', '2026-03-08'])
  advance(10_000)
  expect(pace.restingDays()).toEqual(['2026-03-08'])
})

test('as many clusters are computed at once as have two thousand listings together', () => {
  const { pace } = paceAt()
  const first = pace.batchSize()
  pace.noteBatch({ clusters: first, listings: first * 100 })
  expect(pace.batchSize()).toBe(20)
  pace.noteBatch({ clusters: 20, listings: 0 })
  expect(pace.batchSize()).toBe(40)
  pace.noteBatch({ clusters: 1, listings: 50_000 })
  expect(pace.batchSize()).toBe(1)
})
