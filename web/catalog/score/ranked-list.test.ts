import { expect, test } from 'vitest'
import type { StoreSummary } from '#contracts/catalog/stores.ts'
import { rankedRows, unknownAt } from './ranked-list.tsx'

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

test.each([
  ['a row says how many places it won or lost', [3, 1, 2], [1, 2, 3], [2, -1, -1]],
  ['a row that was not among the first is new', [9, 1], [1, 2], [null, -1]],
  ['nothing has moved until that order is known', [2, 1], undefined, [0, 0]],
])('since the saved profile: %s', (_, now, before, moves) => {
  const rows = rankedRows(answerOf(now), before && answerOf(before))
  expect(rows.map(({ store, moved }) => [store.id, moved])).toEqual(
    now.map((id, at) => [id, moves[at]]),
  )
})

test('before the answer there are no rows', () => {
  expect(rankedRows(undefined, answerOf([1]))).toEqual([])
})

test('counts the rows whose value of a factor is not known', () => {
  const rows = rankedRows(answerOf([1, 2, 3], [1, 3]), undefined)
  expect([unknownAt(rows, 0), unknownAt(rows, 1), unknownAt(rows, 2)]).toEqual([0, 2, 0])
})
