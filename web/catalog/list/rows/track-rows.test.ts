import { expect, test } from 'vitest'
import { NO_TRACK, trackRows } from './pending-rows.ts'

test('the first rows of a list are not new', () => {
  expect([...trackRows(NO_TRACK, 'today', [1, 2]).fresh]).toEqual([])
})

test('a row that appears later is new', () => {
  const before = trackRows(NO_TRACK, 'today', [1, 2])
  expect([...trackRows(before, 'today', [3, 1, 2]).fresh]).toEqual([3])
})

test('a row that disappears and returns is not new', () => {
  const before = trackRows(trackRows(NO_TRACK, 'today', [1, 2]), 'today', [3, 1])
  expect([...trackRows(before, 'today', [2, 1]).fresh]).toEqual([3])
})

test('the same rows again change nothing', () => {
  const before = trackRows(NO_TRACK, 'today', [1, 2])
  expect(trackRows(before, 'today', [2, 1])).toBe(before)
})

test('a different list starts over without new rows', () => {
  const before = trackRows(NO_TRACK, 'today', [1, 2])
  expect([...trackRows(before, 'yesterday', [7, 8]).fresh]).toEqual([])
})
