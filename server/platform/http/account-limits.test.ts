import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createAccountLimiter } from './account-limits.ts'

/** Sends that many requests at once; an answer is in flight from its start until its `finish`. */
function askMany(count: number, account = 'a') {
  const limit = createAccountLimiter()
  const requests = Array.from({ length: count }, () => {
    const [started, finished] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const state = { hasStarted: false, started: started.promise, finish: finished.resolve }
    const answered = limit(account, () => {
      state.hasStarted = true
      started.resolve()
      return finished.promise
    })
    return Object.assign(state, { answered })
  })
  return {
    limit,
    requests,
    startedCount: () => requests.filter(({ hasStarted }) => hasStarted).length,
  }
}

test('four requests of an account run at once, the others one by one in order', async () => {
  const { requests, startedCount } = askMany(6)
  await Promise.all(requests.slice(0, 4).map(({ started }) => started))
  expect(startedCount()).toBe(4)
  requests[2]?.finish()
  await requests[4]?.started
  expect(startedCount()).toBe(5)
  requests[0]?.finish()
  await requests[5]?.started
})

test('a queued account does not delay other accounts, and only the one with too many requests is refused', async () => {
  const { limit, requests } = askMany(25)
  await Promise.all(requests.slice(0, 4).map(({ started }) => started))
  await expect(limit('a', async () => 'a')).rejects.toMatchObject({ code: 'overloaded' })
  expect(await limit('b', async () => 'b')).toBe('b')
  for (const { started, finish } of requests) {
    await started
    finish()
  }
  expect(await limit('a', async () => 'a')).toBe('a')
})

test('a failing request makes room for the next one', async () => {
  const { limit, requests, startedCount } = askMany(4)
  await Promise.all(requests.map(({ started }) => started))
  const failing = limit('a', () => Promise.reject(new Error('broken')))
  const next = limit('a', async () => 'next')
  requests[0]?.finish()
  await expect(failing).rejects.toThrow('broken')
  expect(await next).toBe('next')
  expect(startedCount()).toBe(4)
})

test('an account in the middle of its calls keeps its limit, however many others call', async () => {
  const limit = createAccountLimiter()
  const end = Promise.withResolvers<void>()
  const running = Array.from({ length: 4 }, () => limit('busy', () => end.promise))
  for (let other = 0; other < 1_500; other += 1)
    await limit(`other ${other}`, async () => undefined)
  let hasBegun = false
  const fifth = limit('busy', async () => void (hasBegun = true))
  await setImmediate()
  expect(hasBegun).toBe(false)
  end.resolve()
  await Promise.all([...running, fifth])
  expect(hasBegun).toBe(true)
})
