import { expect, test } from 'vitest'
import { createThrottledQueue } from './live-total.ts'

test('tasks run one at a time and in order, even when one fails', async () => {
  const throttled = createThrottledQueue()
  const seen: string[] = []
  const piece = (name: string, fails = false) =>
    throttled(async () => {
      seen.push(`${name} begins`)
      await Promise.resolve()
      seen.push(`${name} ends`)
      if (fails) throw new Error(name)
      return name
    })
  const [a, b, c] = [piece('a'), piece('b', true), piece('c')]
  await expect(b).rejects.toThrow('b')
  expect(await Promise.all([a, c])).toEqual(['a', 'c'])
  expect(seen).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends'])
})
