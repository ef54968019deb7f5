import { expect, test } from 'vitest'
import { createTrendThrottle } from './trend-throttle.ts'

function paceAt() {
  let nowMs = 1_000
  return { pace: createTrendThrottle(() => nowMs), advance: (ms: number) => (nowMs += ms) }
}

test('after a step trends pause nine times the cost of its work, even when a busy machine was slow', () => {
  const { pace, advance } = paceAt()
  expect(pace.waitMs()).toBe(0)
  const step = pace.startStep()
  pace.record({ clusters: 100, listings: 5_000 })
  advance(2_000)
  step.end()
  expect(pace.waitMs()).toBe(1_800)
  advance(1_800)
  expect(pace.waitMs()).toBe(0)
})

test('a step ends once its work reaches the cost limit or the time limit', () => {
  const { pace, advance } = paceAt()
  const dear = pace.startStep()
  expect([dear.hasTime(), dear.hasTime(0.5)]).toEqual([true, true])
  pace.record({ invalidations: 3_000 })
  expect([dear.hasTime(), dear.hasTime(0.5)]).toEqual([true, false])
  pace.record({ clusters: 100 })
  expect(dear.hasTime()).toBe(false)
  const slow = pace.startStep()
  advance(5_000)
  expect(slow.hasTime()).toBe(false)
})

test('a computed day rests for half a minute, other days do not', () => {
  const { pace, advance } = paceAt()
  pace.recordDay('2026-03-09')
  advance(20_000)
  pace.recordDay('2026-03-08')
  expect(pace.pausedDays()).toEqual(['2026-03-09', '2026-03-08'])
  advance(10_000)
  expect(pace.pausedDays()).toEqual(['2026-03-08'])
})

test('a statement queues as many invalidations as read two thousand rows together', () => {
  const { pace } = paceAt()
  const first = pace.queueingSize()
  pace.record({ invalidations: first, rowsRead: first * 200 })
  expect(pace.queueingSize()).toBe(10)
  pace.record({ invalidations: 10, rowsRead: 0 })
  expect(pace.queueingSize()).toBe(20)
  pace.record({ invalidations: 1, rowsRead: 50_000 })
  expect(pace.queueingSize()).toBe(1)
  pace.record({ rowsRead: 10 })
  expect(pace.queueingSize()).toBe(1)
})

test('a batch computes as many clusters as have a thousand listings together', () => {
  const { pace } = paceAt()
  const first = pace.batchSize()
  pace.record({ clusters: first, listings: first * 50 })
  expect(pace.batchSize()).toBe(20)
  pace.record({ clusters: 20, listings: 0 })
  expect(pace.batchSize()).toBe(40)
  pace.record({ clusters: 1, listings: 50_000 })
  expect(pace.batchSize()).toBe(1)
})
