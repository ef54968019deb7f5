import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addRow,
  changed,
  createWords,
  hasRow,
  narrow,
  type Rows,
  rowsOf,
  toRowSet,
  without,
} from './row-set.ts'

const END = 40_000
const someRows = fc.uniqueArray(fc.nat(END - 1), { maxLength: 60 })

function setOf(rows: readonly number[], end = END) {
  const words = createWords(end)
  for (const row of rows) addRow(words, row)
  return toRowSet(words)
}

async function read(rows: Rows, fromEnd = false): Promise<number[]> {
  const slices: number[][] = []
  await rows.eachSlice((slice) => slices.push([...slice]), fromEnd)
  return (fromEnd ? slices.toReversed() : slices).flat()
}

const inOrder = (rows: readonly number[]) => rows.toSorted((a, b) => a - b)

test('a set gives back its rows in order, from either end, and counts them', async () => {
  const check = fc.asyncProperty(someRows, async (rows) => {
    const set = setOf(rows)
    expect(set.size).toBe(rows.length)
    expect(await read(set)).toEqual(inOrder(rows))
    expect(await read(set, true)).toEqual(inOrder(rows))
    expect(await read(rowsOf(Uint32Array.from(rows)), true)).toEqual(rows)
    expect([0, 31, 32, END - 1].map((row) => hasRow(set, row))).toEqual(
      [0, 31, 32, END - 1].map((row) => rows.includes(row)),
    )
  })
  await fc.assert(check, { numRuns: 60 })
})

test('a set of all rows, too, whose slices are full', async () => {
  const all = Array.from({ length: END }, (_, row) => row)
  expect(await read(setOf(all))).toEqual(all)
  expect(await read(setOf(all), true)).toEqual(all)
})

test('sets are narrowed and subtracted, even by a set made for fewer rows', async () => {
  const check = fc.asyncProperty(someRows, someRows, async (left, right) => {
    const few = right.filter((row) => row < 20_000)
    const [set, earlier] = [setOf(left), setOf(few, 20_000)]
    expect(await read(without(set, earlier))).toEqual(
      inOrder(left.filter((row) => !few.includes(row))),
    )
    expect(await read(without(earlier, set))).toEqual(
      inOrder(few.filter((row) => !left.includes(row))),
    )
    const both = narrow(set, (at) => earlier.words[at] ?? 0)
    expect(await read(both)).toEqual(inOrder(left.filter((row) => few.includes(row))))
    expect(await read(set)).toEqual(inOrder(left))
  })
  await fc.assert(check, { numRuns: 60 })
})

test('a changed set has later rows and lacks ended ones, and the earlier one stays', async () => {
  const set = setOf([3, 40, 900], 1_000)
  const later = changed(set, { gone: [40], added: [1_000, 5_000], end: 5_001 })
  expect(await read(later)).toEqual([3, 900, 1_000, 5_000])
  expect([later.size, set.size]).toEqual([4, 3])
  expect(await read(set)).toEqual([3, 40, 900])
})
