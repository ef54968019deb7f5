import { expect, test } from 'vitest'
import { createRandom, whole } from '#testing/random.ts'
import { createListDictionary, EMPTY_LIST } from './list-dictionary.ts'

test('equal lists share one number and one place in the pool', () => {
  const random = createRandom(5)
  const dictionary = createListDictionary()
  const numbers = new Map<string, number>()
  for (let round = 0; round < 20_000; round++) {
    const codes = [
      ...new Set(Array.from({ length: whole(random, 5) }, () => 1 + whole(random, 300))),
    ]
    const sorted = codes.toSorted((a, b) => a - b)
    const number = dictionary.codeOf(Uint32Array.from([...sorted, 9]), sorted.length)
    const text = sorted.join()
    expect(numbers.get(text) ?? number).toBe(number)
    numbers.set(text, number)
  }
  expect(numbers.get('')).toBe(EMPTY_LIST)
  expect(new Set(numbers.values()).size).toBe(numbers.size)
  const [starts, pool] = [dictionary.starts(), dictionary.pool()]
  for (const [text, number] of numbers)
    expect([...pool.subarray(starts[number], starts[number + 1])].join()).toBe(text)
})
