import { expect, test } from 'vitest'
import type { StoreSummary } from '#contracts/catalog/stores.ts'
import {
  NO_ROWS_SEEN,
  reuseRows,
  type StorePage,
  withPendingRows,
  withSeenRows,
} from './pending-rows.ts'

// Safe: only the id and one more field are read here.
const store = (id: number, isSaved = false) => ({ id, isSaved }) as StoreSummary
const page = (ids: number[], totalElements = ids.length): StorePage => ({
  content: ids.map((id) => store(id)),
  totalElements,
  totalPages: 1,
  nextCursor: null,
})
const idsOf = ({ content }: StorePage) => content.map(({ id }) => id)
const before = withPendingRows(null, 'today', page([3, 2, 1], 3))
const seenIn = ({ shown, pendingCount }: typeof before) => [
  idsOf(shown),
  pendingCount,
  shown.totalElements,
]

test('the first answer of a list always shows, whatever the reader is doing', () => {
  expect(idsOf(before.shown)).toEqual([3, 2, 1])
  expect(idsOf(withPendingRows(before, 'yesterday', page([9])).shown)).toEqual([9])
})

test('the first rows of an empty list appear by themselves', () => {
  const none = withPendingRows(null, 'today', page([]))
  const after = withPendingRows(none, 'today', page([4, 3, 2]))
  expect(seenIn(after)).toEqual([[4, 3, 2], 0, 3])
})

test('rows in use keep their places, and new ones are only counted', () => {
  const after = withPendingRows(before, 'today', page([6, 5, 4], 6))
  expect(seenIn(after)).toEqual([[3, 2, 1], 3, 3])
})

test('rows that only changed places do not count as new', () => {
  const after = withPendingRows(before, 'today', page([1, 2, 3], 3))
  expect(seenIn(after)).toEqual([[3, 2, 1], 0, 3])
})

test('a change within a row shows in its current place', () => {
  const answer = { ...page([4, 3, 2], 4), content: [store(4), store(3, true), store(2)] }
  expect(withPendingRows(before, 'today', answer).shown.content[0]?.isSaved).toBe(true)
})

test.each([
  ['a row that left the list', [3, 1], 2, [3, 1], 0, 2],
  ['one that left, whose room the next row takes', [3, 1, 0], 9, [3, 1, 0], 0, 9],
  ['one that left while one came', [4, 3, 1], 10, [3, 1], 1, 9],
  ['two that left while one came', [4, 1, 0], 9, [1, 0], 1, 8],
])('%s: rows, pending and total', (_what, ids, total, shown, pending, shownTotal) => {
  const many = withPendingRows(null, 'today', page([3, 2, 1], ids.length === 2 ? 3 : 10))
  const after = withPendingRows(many, 'today', page(ids, total))
  expect(seenIn(after)).toEqual([shown, pending, shownTotal])
})

// Safe: only these fields are read here.
const namedStore = (id: number, name: string) =>
  ({ id, name, apps: [{ name: 'Reviews' }] }) as StoreSummary

test('a store unchanged since the previous rows keeps its object, even in another position', () => {
  const before = [namedStore(1, 'Lamp'), namedStore(2, 'Moon'), namedStore(3, 'Kite')]
  const after = reuseRows(before, [
    namedStore(3, 'Kite'),
    namedStore(4, 'New'),
    namedStore(1, 'Lamp Ltd'),
  ])
  expect(after.map(({ name }) => name)).toEqual(['Kite', 'New', 'Lamp Ltd'])
  expect(after.map((row) => before.includes(row))).toEqual([true, false, false])
})

const seen = withSeenRows(NO_ROWS_SEEN, 'today', [1, 2])

const without = withSeenRows(seen, 'today', [3, 1])

test.each([
  ['the first rows of a list are not new', seen, []],
  ['a row that appears later is new', withSeenRows(seen, 'today', [3, 1, 2]), [3]],
  ['a row that disappears and returns is not new', withSeenRows(without, 'today', [2, 1]), [3]],
  ['a different list starts over without new rows', withSeenRows(seen, 'yesterday', [7, 8]), []],
])('%s', (_what, { fresh }, ids) => {
  expect([...fresh]).toEqual(ids)
})

test('the same rows again change nothing', () => {
  expect(withSeenRows(seen, 'today', [2, 1])).toBe(seen)
})
