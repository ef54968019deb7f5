import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addRow, createWords, unpack } from '#server/catalog/search/embedded/row-set.ts'
import { createWholeNumbers } from './whole-numbers.ts'

const readAll = (numbers: ReturnType<typeof createWholeNumbers>, count: number): number[] => {
  const into = new Uint32Array(count)
  numbers.read(
    Uint32Array.from({ length: count }, (_, at) => at),
    into,
  )
  return [...into]
}

test('numbers take one byte each until one of them needs two or four, and keep their values', () => {
  const numbers = createWholeNumbers(4)
  const expected: number[] = []
  for (const [number, bytes] of [
    [0, 1],
    [255, 1],
    [256, 2],
    [7, 2],
    [65_535, 2],
    [65_536, 4],
    [2 ** 32 - 1, 4],
  ] as const) {
    numbers.set(expected.length, number)
    expected.push(number)
    expect([number, numbers.values.BYTES_PER_ELEMENT]).toEqual([number, bytes])
    expect(readAll(numbers, expected.length)).toEqual(expected)
  }
  expect(() => numbers.set(0, 2 ** 32)).toThrow('needs more than four bytes')
})

test('a reader keeps its numbers while later ones make the array wider and longer', async () => {
  const numbers = createWholeNumbers()
  for (let at = 0; at < 2_000; at++) numbers.set(at, at % 200)
  const before = numbers.values
  numbers.set(5_000, 70_000)
  expect(before[1_999]).toBe(199)
  expect([numbers.values[1_999], numbers.values[5_000]]).toEqual([199, 70_000])
  const picked = await numbers.pick(Uint32Array.of(5_000, 3))
  expect([...picked.values.subarray(0, 2)]).toEqual([70_000, 3])
})

const PLACES = 200
const setOfPlaces = (places: readonly number[], first: number) => {
  const words = createWords(PLACES)
  for (const place of places) addRow(words, place)
  return words.subarray(first)
}
const placesIn = (words: Int32Array, first: number) => [...unpack(words, first)]

test.each([200, 60_000, 3_000_000])(
  'numbers up to %i are kept and counted by a table, those beyond it by its last entry',
  (most) => {
    const numbersOf = fc.array(fc.nat(most), { minLength: PLACES, maxLength: PLACES })
    const some = fc.uniqueArray(fc.nat(PLACES - 1))
    const tables = fc.array(fc.constantFrom(0, 1), { minLength: 1, maxLength: 300 })
    const check = fc.property(
      numbersOf,
      some,
      tables,
      fc.nat(4),
      (values, places, table, first) => {
        const numbers = createWholeNumbers(PLACES)
        values.forEach((value, at) => numbers.set(at, value))
        const asked = places.filter((place) => place >= 32 * first).toSorted((a, b) => a - b)
        const entryOf = (place: number) => Math.min(values[place] ?? 0, table.length - 1)
        const words = setOfPlaces(asked, first)
        const counts = new Int32Array(table.length)
        numbers.count(words, first, counts, -2)
        expect(placesIn(words, first)).toEqual(asked)
        const expected = table.map(
          (_, entry) => -2 * asked.filter((at) => entryOf(at) === entry).length,
        )
        expect([...counts].map((count) => count + 0)).toEqual(expected.map((count) => count + 0))
        numbers.keep(words, first, Uint8Array.from(table))
        expect(placesIn(words, first)).toEqual(asked.filter((place) => table[entryOf(place)] === 1))
      },
    )
    fc.assert(check, { numRuns: 50 })
  },
)
