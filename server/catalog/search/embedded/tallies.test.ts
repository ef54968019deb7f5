import { expect, test } from 'vitest'
import { EVERYTHING } from '#server/catalog/search/search.ts'
import { addRow, createWords, toRowSet } from './row-set.ts'
import type { Scan } from './store-scan.ts'
import { createStoreTable } from './store-table.ts'
import { createTallies, type Tally } from './tallies.ts'

const table = createStoreTable()

function scanOf(key: string, rows: readonly number[]): Scan {
  const words = createWords(1_000)
  for (const row of rows) addRow(words, row)
  return { table, version: 1, key, query: EVERYTHING, rows: toRowSet(words), added: [] }
}

/** Counts rows by their last digit, and notes how many it was asked to count. */
function createTally(): Tally & { read: () => number } {
  let read = 0
  return {
    name: 'last digit',
    size: () => 10,
    add(rows, counts, times) {
      read += rows.size
      return rows.eachSlice((slice) => {
        for (const row of slice) counts[row % 10] = (counts[row % 10] ?? 0) + times
      })
    },
    read: () => read,
  }
}

const hundred = Array.from({ length: 100 }, (_, row) => row)
const TENS = Array.from({ length: 10 }, () => 10)

test('a count after a change reads only the rows that came and went', async () => {
  const [tallies, tally] = [createTallies(), createTally()]
  expect([...(await tallies.of(scanOf('all', hundred), tally))]).toEqual(TENS)
  const before = tally.read()
  const later = scanOf('all', [...hundred.slice(2), 101])
  expect([...(await tallies.of(later, tally))]).toEqual(TENS.with(0, 9))
  expect(tally.read() - before).toBe(3)
  await tallies.of(later, tally)
  expect(tally.read() - before).toBe(3)
})

test('the stores that an account leaves out are subtracted from the shared count', async () => {
  const [tallies, tally] = [createTallies(), createTally()]
  const shared = scanOf('all', hundred)
  const countFor = (account: string, left: readonly number[]) =>
    tallies.of(scanOf(account, left), tally, () => Promise.resolve(shared))
  expect([...(await countFor('a', hundred.slice(5)))].slice(3, 7)).toEqual([9, 9, 10, 10])
  expect(tally.read()).toBe(105)
  expect([...(await countFor('b', hundred.slice(0, 99)))]).toEqual(TENS.with(9, 9))
  expect(tally.read()).toBe(106)
})

test('where most rows differ, or another table holds them, all are counted again', async () => {
  const [tallies, tally] = [createTallies(), createTally()]
  await tallies.of(scanOf('all', hundred), tally)
  const few = scanOf('all', [1, 2, 3])
  expect([...(await tallies.of(few, tally))].slice(0, 5)).toEqual([0, 1, 1, 1, 0])
  expect(tally.read()).toBe(103)
  await tallies.of({ ...scanOf('all', [1, 2, 3]), table: createStoreTable() }, tally)
  expect(tally.read()).toBe(106)
})
