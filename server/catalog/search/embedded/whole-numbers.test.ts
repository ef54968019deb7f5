import { expect, test } from 'vitest'
import { createWholeNumbers } from './growable-arrays.ts'

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
