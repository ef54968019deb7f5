import { expect, test } from 'vitest'
import { NO_ROWS, trackRows } from './track-rows.ts'

test('the first rows of a list are not new', () => {
  expect([...trackRows(NO_ROWS, 'today', [1, 2]).fresh]).toEqual([])
})

test('a row that comes later is new', () => {
  const before = trackRows(NO_ROWS, 'today', [1, 2])
  expect([...trackRows(before, 'today', [3, 1, 2]).fresh]).toEqual([3])
})

test('a row that goes and comes back is not new', () => {
  const before = trackRows(trackRows(NO_ROWS, 'today', [1, 2]), 'today', [3, 1])
  expect([...trackRows(before, 'today', [2, 1]).fresh]).toEqual([3])
})

test('the same rows again leave everything as it was', () => {
  const before = trackRows(NO_ROWS, 'today', [1, 2])
  expect(trackRows(before, 'today', [2, 1])).toBe(before)
})

test('another list starts anew', () => {
  const before = trackRows(NO_ROWS, 'today', [1, 2])
  expect([...trackRows(before, 'yesterday', [7, 8]).fresh]).toEqual([])
})
