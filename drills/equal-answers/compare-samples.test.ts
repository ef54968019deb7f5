import { expect, test } from 'vitest'
import { compareSamples, quantile } from './compare-samples.ts'

const row = (from: number, count: number) =>
  Array.from({ length: count }, (_, number) => from + number)

test.each([
  ['the same', row(0, 40), row(0, 40), 0.996, 1],
  ['a little later', row(0, 40), row(4, 40), 0.1, 0.2],
  ['later', row(0, 40), row(15, 40), 0, 0.001],
  ['nothing but ties', row(0, 40).fill(7), row(0, 40).fill(7), 1, 1],
])('%s', (_what, a, b, least, most) => {
  for (const { p } of [compareSamples(a, b), compareSamples(b, a)]) {
    expect(p).toBeGreaterThanOrEqual(least)
    expect(p).toBeLessThanOrEqual(most)
  }
})

// By hand: U = 22, mean 50, spread sqrt(175), so z = 27.5 / 13.23; its probability by another
// implementation of erfc.
test('the probability matches the normal approximation', () => {
  const a = [1, 2, 3, 4, 5, 6, 7, 14, 15, 20]
  const b = [8, 9, 10, 11, 12, 13, 16, 17, 18, 19]
  expect(compareSamples(a, b).p).toBeCloseTo(0.037635, 5)
})

test('quantiles are values from the sample', () => {
  expect([0, 0.5, 0.95, 1].map((part) => quantile(row(1, 100), part))).toEqual([1, 51, 96, 100])
})
