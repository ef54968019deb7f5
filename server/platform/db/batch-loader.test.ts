import { afterEach, expect, test, vi } from 'vitest'
import { createBatchLoader } from './batch-loader.ts'
import type { Db } from './schema.ts'

// Only its identity counts.
const db = {} as Db

afterEach(() => vi.useRealTimers())

function createLoads() {
  const started: { asks: readonly number[]; end: () => void; fail: (error: Error) => void }[] = []
  const ask = createBatchLoader<number, string>((_db, asks) => {
    const { promise, resolve, reject } = Promise.withResolvers<string[]>()
    started.push({ asks, end: () => resolve(asks.map((each) => `answer ${each}`)), fail: reject })
    return promise
  })
  return { started, ask: (each: number) => ask(db, each) }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('calls in one turn of the event loop share a load', async () => {
  const { ask, started } = createLoads()
  const answers = [1, 2, 3].map(ask)
  await turn()
  expect(started.map(({ asks }) => asks)).toEqual([[1, 2, 3]])
  started[0]?.end()
  expect(await Promise.all(answers)).toEqual(['answer 1', 'answer 2', 'answer 3'])
})

test('calls made while a load runs share the next one, which starts after them', async () => {
  const { ask, started } = createLoads()
  const first = ask(1)
  await turn()
  const later = [2, 3].map(ask)
  await turn()
  expect(started.map(({ asks }) => asks)).toEqual([[1]])
  started[0]?.end()
  expect(await first).toBe('answer 1')
  await turn()
  expect(started[1]?.asks).toEqual([2, 3])
  started[1]?.end()
  expect(await Promise.all(later)).toEqual(['answer 2', 'answer 3'])
})

test('a load that hangs does not block later calls', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const { ask, started } = createLoads()
  void ask(1)
  await turn()
  void ask(2)
  vi.advanceTimersByTime(51)
  void ask(3)
  await turn()
  expect(started.map(({ asks }) => asks)).toEqual([[1], [2, 3]])
})

test('a failing load fails its own calls, and no later ones', async () => {
  const { ask, started } = createLoads()
  const failing = ask(1)
  await turn()
  started[0]?.fail(new Error('lost'))
  await expect(failing).rejects.toThrow('lost')
  const next = ask(2)
  await turn()
  started[1]?.end()
  expect(await next).toBe('answer 2')
})

test('a load carries at most fifty calls', async () => {
  const { ask, started } = createLoads()
  for (let each = 0; each < 120; each++) void ask(each)
  await turn()
  expect(started[0]?.asks.length).toBe(50)
})

test('calls to two databases load separately', async () => {
  const seen: Db[] = []
  const ask = createBatchLoader<number, number>(async (of, asks) => {
    seen.push(of)
    return asks
  })
  const other = {} as Db
  await Promise.all([ask(db, 1), ask(other, 2)])
  expect(seen).toEqual([db, other])
})
