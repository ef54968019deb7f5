import { expect, test } from 'vitest'
import { coalesce } from './async-cache.ts'

const counted = () => {
  let runs = 0
  return coalesce(async () => ++runs)
}

test('calls of one turn share a run, and a later call gets one of its own', async () => {
  const read = counted()
  expect(await Promise.all([read(), read()])).toEqual([1, 1])
  expect(await read()).toBe(2)
})

test('a call that needs an earlier moment takes the run that began after it', async () => {
  const read = counted()
  const before = performance.now()
  await read()
  expect(await read(before)).toBe(1)
  expect(await read(performance.now())).toBe(2)
})

test('a call that needs an earlier moment fails with the run that it shares, and the next runs again', async () => {
  let runs = 0
  const read = coalesce(async () => {
    if (++runs === 1) throw new Error('away')
    return runs
  })
  const before = performance.now()
  await expect(read()).rejects.toThrow('away')
  await expect(read(before)).rejects.toThrow('away')
  expect(await read()).toBe(2)
})
