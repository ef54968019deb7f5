import { expect, test } from 'vitest'
import { barHeights, compareDays } from './today-figures.tsx'

test.each([
  ['a full week', [9, 30, 30, 40, 40, 40, 36, 36, 44], [44, 36, 36, 7]],
  ['only the last seven days count', [900, 1, 1, 1, 1, 1, 1, 1, 5], [5, 1, 1, 7]],
  ['days without data', [null, null, null, null, null, 10, null, 20, 7], [7, 20, 15, 2]],
  ['yesterday without data', [1, 2, 3, 4, 5, 6, null, 8], [8, null, 4, 6]],
  ['a day without stores is a measured zero', [null, 0, 0, 3], [3, 0, 0, 2]],
  ['no day before', [null, null, 3], [3, null, null, 0]],
  ['nothing but today', [3], [3, null, null, 0]],
  ['no days at all', [], [0, null, null, 0]],
  ['a mean that is no whole number', [1, 2, 4, 0], [0, 4, 2, 3]],
])('%s', (_which, counts, [now, yesterday, mean, meanDays]) => {
  expect(compareDays(counts)).toEqual({ now, yesterday, mean, meanDays })
})

test('bars are shares of the highest; a day without data has no height, and zeros have none', () => {
  expect(barHeights([null, 0, 5, 10])).toEqual([null, 0, 0.5, 1])
  expect(barHeights([0, 0])).toEqual([0, 0])
})
