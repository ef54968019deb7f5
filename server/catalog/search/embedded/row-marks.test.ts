import { expect, test } from 'vitest'
import { ANY, NO_CHOICE, NONE } from '#contracts/catalog/store-filters.ts'
import { type StoreId, toStoreId } from '#contracts/ids.ts'
import { marksOf } from '#testing/account-marks.ts'
import { growableFloat64 } from '#server/catalog/search/embedded/columns/growable-arrays.ts'
import { createMarkTest, createRowMarks } from './row-marks.ts'
import type { WordTest } from './row-set.ts'

const rowTestOf = (wordAt: WordTest) => (row: number) =>
  ((wordAt(row >>> 5) >>> (row & 31)) & 1) === 1

/** Each store may have several rows, as after changes. */
function createTable(stores: number[]) {
  const ids = growableFloat64()
  let rows = 0
  const add = (id: number) => ids.set(rows++, id)
  for (const id of stores) add(id)
  const eachRow = (id: StoreId, visit: (row: number) => void) => {
    for (let row = rows - 1; row >= 0; row--) if (ids.values[row] === id) visit(row)
  }
  return { table: { ids, rows: () => rows, eachRow }, add }
}
const stores = (...ids: number[]) => ids.map(toStoreId)

test('a mark holds for all rows of a store, also for those added after the first question', async () => {
  const { table, add } = createTable([1, 2, 1, 3])
  const rowMarks = createRowMarks(table)
  const marks = marksOf({ yes: stores(1, 9) })
  const isMarked = rowTestOf(await rowMarks.hasOne('saved', marks, null))
  expect([0, 1, 2, 3].map(isMarked)).toEqual([true, false, true, false])
  for (let at = 0; at < 10_000; at++) add(at % 10)
  const again = rowTestOf(await rowMarks.hasOne('saved', marks, null))
  expect([5, 4, 13, 10_003, 10_002].map(again)).toEqual([true, false, true, true, false])
  // The first test still answers for the rows of its time.
  expect([0, 1, 2, 3].map(isMarked)).toEqual([true, false, true, false])
})

test('marks are read once for a revision, again for another, and again after a failure', async () => {
  const rowMarks = createRowMarks(createTable([1, 2]).table)
  let reads = 0
  const marks = marksOf({})
  const read = async () => {
    if (++reads === 1) throw new Error('away')
    return new Map([['yes', stores(reads)]])
  }
  const ask = async (revision: string) => {
    const isMarked = rowTestOf(await rowMarks.hasOne('saved', { ...marks, revision, read }, null))
    return [0, 1].map(isMarked)
  }
  await expect(ask('a')).rejects.toThrow('away')
  expect(await ask('a')).toEqual([false, true])
  expect(await ask('a')).toEqual([false, true])
  expect(reads).toBe(2)
  expect(await ask('b')).toEqual([false, false])
  expect(reads).toBe(3)
})

test.each([
  [{ include: ['x'] }, [true, false, true, false]],
  [{ include: ['x'], exclude: ['y'] }, [true, false, false, false]],
  [{ exclude: ['x'] }, [false, true, false, true]],
  [{ include: [ANY] }, [true, true, true, false]],
  [{ include: [NONE, 'y'] }, [false, true, true, true]],
  [{ exclude: [NONE] }, [true, true, true, false]],
  [{ unknown: true }, [false, false, false, false]],
])('%j selects rows by their values', async (choice, expected) => {
  const rowMarks = createRowMarks(createTable([1, 2, 3, 4]).table)
  const marks = marksOf({ x: stores(1, 3), y: stores(2, 3) })
  const asked = { key: 'tag', choice: { ...NO_CHOICE, ...choice } } as const
  const passes = rowTestOf(await createMarkTest(rowMarks, marks, asked))
  expect([0, 1, 2, 3].map(passes)).toEqual(expected)
})
