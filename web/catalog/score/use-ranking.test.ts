import { expect, test } from 'vitest'
import type { StoreSummary } from '#contracts/catalog/stores.ts'
import { rankedRows, unknownAt } from './use-ranking.ts'

// Of a row of the list only its id matters.
const storeOf = (id: number) => ({ id }) as StoreSummary

/** Rows in this order; those of `unknown` have no known contact. */
const answerOf = (ids: readonly number[], unknown: readonly number[] = []) => ({
  content: ids.map(storeOf),
  scores: ids.map((id) => ({
    id,
    points: 50,
    known: unknown.includes(id) ? 60 : 100,
    factors: [
      { kind: 'alive' as const, weight: 60, points: 50, value: 'yes' },
      {
        kind: 'contact' as const,
        weight: 40,
        points: unknown.includes(id) ? null : 0,
        value: unknown.includes(id) ? null : 'none',
      },
    ],
  })),
})

const movesOf = (now: readonly number[], before?: readonly number[]) =>
  rankedRows(answerOf(now), before && answerOf(before)).map(({ store, moved }) => [store.id, moved])

test('a row says how many places it won or lost since the saved profile', () => {
  expect(movesOf([3, 1, 2], [1, 2, 3])).toEqual([
    [3, 2],
    [1, -1],
    [2, -1],
  ])
})

test('a row that the saved profile did not have among the first is new', () => {
  expect(movesOf([9, 1], [1, 2])).toEqual([
    [9, null],
    [1, -1],
  ])
})

test('until the order of the saved profile is known nothing has moved', () => {
  expect(movesOf([2, 1])).toEqual([
    [2, 0],
    [1, 0],
  ])
  expect(rankedRows(undefined, answerOf([1]))).toEqual([])
})

test('counts the rows whose value of a factor is not known', () => {
  const rows = rankedRows(answerOf([1, 2, 3], [1, 3]), undefined)
  expect([unknownAt(rows, 0), unknownAt(rows, 1), unknownAt(rows, 2)]).toEqual([0, 2, 0])
})
