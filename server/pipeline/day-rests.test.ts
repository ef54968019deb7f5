import { expect, test } from 'vitest'
import { createDayRests } from '#server/pipeline/day-rests.ts'

test('a day that took long is left alone for ten times as long, the others are not', () => {
  let nowMs = 1_000
  const rests = createDayRests(() => nowMs)
  expect(rests.now()).toEqual([])
  rests.note('2026-03-10', 2_000)
  rests.note('2026-03-09', 10)
  nowMs += 1_000
  expect(rests.now()).toEqual(['2026-03-10'])
  nowMs += 19_000
  expect(rests.now()).toEqual([])
})
