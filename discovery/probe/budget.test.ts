import { expect, test } from 'vitest'
import { type Budget, type BudgetOptions, createBudget } from './budget.ts'

type Timer = { atMs: number; wake: () => void }

/** A clock that advances only when every caller is waiting. */
function createVirtualTime() {
  let nowMs = 1_000_000
  const timers: Timer[] = []
  const sleep = (ms: number, signal?: AbortSignal) =>
    new Promise<void>((wake) => {
      timers.push({ atMs: nowMs + ms, wake })
      signal?.addEventListener('abort', () => wake())
    })
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve))
  const runUntilIdle = async () => {
    for (await settle(); timers.length > 0; await settle()) {
      timers.sort((a, b) => a.atMs - b.atMs)
      const next = timers.shift()
      nowMs = Math.max(nowMs, next?.atMs ?? 0)
      next?.wake()
    }
  }
  return { now: () => new Date(nowMs), sleep, settle, runUntilIdle, startMs: nowMs }
}

/** `lateMs` = by how much the timers of the budget wake late. */
function start(options: Partial<BudgetOptions> = {}, lateMs: (count: number) => number = () => 0) {
  const time = createVirtualTime()
  let sleeps = 0
  const sleep: BudgetOptions['sleep'] = (ms, signal) =>
    time.sleep(ms + lateMs((sleeps += 1)), signal)
  const budget = createBudget({
    requestsPerSecond: 5,
    perHostGapMs: 1000,
    ...time,
    sleep,
    ...options,
  })
  const log: { host: string; startMs: number; endMs: number }[] = []
  const ask = (host: string, tookMs = 0, signal?: AbortSignal) =>
    budget.run(
      host,
      async () => {
        const entry = { host, startMs: time.now().getTime() - time.startMs, endMs: 0 }
        log.push(entry)
        if (tookMs > 0) await time.sleep(tookMs)
        entry.endMs = time.now().getTime() - time.startMs
      },
      signal,
    )
  return { ...time, budget, log, ask, starts: () => log.map(({ startMs }) => startMs) }
}

test('different hosts share the total rate', async () => {
  const { ask, runUntilIdle, starts } = start()
  for (let i = 0; i < 6; i += 1) void ask(`shop-${i}.test`)
  await runUntilIdle()
  expect(starts()).toEqual([0, 200, 400, 600, 800, 1000])
})

test('one registrable domain gets one request at a time, with a gap after the end of each', async () => {
  const { ask, runUntilIdle, log } = start()
  for (const host of ['shop.co.uk', 'www.shop.co.uk', 'shop.co.uk']) void ask(host, 700)
  await runUntilIdle()
  expect(log.map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
    [0, 700],
    [1700, 2400],
    [3400, 4100],
  ])
})

test('shops below a shared name do not wait for each other', async () => {
  const { ask, runUntilIdle, starts } = start()
  for (const host of ['one.myshopify.com', 'two.myshopify.com']) void ask(host, 700)
  await runUntilIdle()
  expect(starts()).toEqual([0, 200])
})

test('a slow host does not hold up the others', async () => {
  const { ask, runUntilIdle, log } = start()
  void ask('slow.test', 60_000)
  void ask('slow.test')
  void ask('quick.test')
  await runUntilIdle()
  expect(log.map(({ host, startMs }) => [host, startMs])).toEqual([
    ['slow.test', 0],
    ['quick.test', 200],
    ['slow.test', 61_000],
  ])
})

test('a raised budget reaches its rate, with a small burst after a pause', async () => {
  const { ask, runUntilIdle, starts } = start({ requestsPerSecond: 400, perHostGapMs: 0 })
  for (let i = 0; i < 1000; i += 1) void ask(`shop-${i}.test`)
  await runUntilIdle()
  const lastMs = starts().at(-1) ?? 0
  expect(lastMs).toBeGreaterThan(2350)
  expect(lastMs).toBeLessThan(2500)
  expect(starts().filter((ms) => ms === 0).length).toBeLessThanOrEqual(40)
})

test('no one-second window exceeds the strict rate', async () => {
  const { ask, runUntilIdle, starts, sleep } = start()
  for (let i = 0; i < 40; i += 1) {
    void sleep((i * 137) % 3000).then(() => ask(`shop-${i}.test`))
  }
  await runUntilIdle()
  for (const fromMs of starts()) {
    expect(starts().filter((ms) => ms >= fromMs && ms < fromMs + 1000).length).toBeLessThanOrEqual(
      5,
    )
  }
})

test('a request to a resting host returns at once with the remaining time, exact to the millisecond', async () => {
  const { budget, ask, now, runUntilIdle, sleep, log } = start()
  budget.rest('shop.test', now().getTime() + 60_000)
  budget.rest('shop.test', now().getTime() + 5_000)
  expect(await ask('www.shop.test')).toEqual({ kind: 'retry', afterMs: 60_000 })
  void sleep(59_999).then(async () =>
    expect(await ask('shop.test')).toEqual({ kind: 'retry', afterMs: 1 }),
  )
  void sleep(60_000).then(() => ask('shop.test'))
  await runUntilIdle()
  expect(log.map(({ startMs }) => startMs)).toEqual([60_000])
})

test('requests queued when a host begins to rest are turned away', async () => {
  const { budget, ask, now, runUntilIdle, log } = start()
  const first = budget.run('shop.test', async () =>
    budget.rest('shop.test', now().getTime() + 86_400_000),
  )
  const second = ask('shop.test')
  await runUntilIdle()
  expect(await first).toMatchObject({ kind: 'done' })
  expect(await second).toMatchObject({ kind: 'retry' })
  expect(log).toEqual([])
})

test('a longer gap for one host is kept, a shorter one is ignored', async () => {
  const { budget, ask, runUntilIdle, starts } = start()
  budget.setGap('slow.test', 10_000)
  budget.setGap('quick.test', 1)
  for (const host of ['slow.test', 'slow.test', 'quick.test', 'quick.test']) void ask(host)
  await runUntilIdle()
  expect(starts()).toEqual([0, 200, 1200, 10_000])
})

test('a gap that a host requests in its first answer applies to the second request', async () => {
  const { budget, ask, runUntilIdle, starts } = start()
  void budget.run('slow.test', async () => undefined)
  await runUntilIdle()
  budget.setGap('slow.test', 10_000)
  void ask('slow.test')
  await runUntilIdle()
  expect(starts()).toEqual([10_000])
})

test('the platform as a whole gets half the rate once many hosts throttle', async () => {
  const { budget, ask, runUntilIdle, starts } = start({ perHostGapMs: 0 })
  for (let i = 0; i < 5; i += 1) budget.record(`shop-${i}.test`, true)
  expect(budget.share()).toBe(0.5)
  for (let i = 0; i < 4; i += 1) void ask(`shop-${i}.test`)
  await runUntilIdle()
  expect(starts()).toEqual([0, 400, 800, 1200])
})

test('after timers fired late, at most a tenth of a second’s worth of requests starts together', async () => {
  const stallMs = (count: number) => (count % 10 === 0 ? 500 : 0)
  const { ask, runUntilIdle, starts } = start({ requestsPerSecond: 50, perHostGapMs: 0 }, stallMs)
  for (let i = 0; i < 100; i += 1) void ask(`shop-${i}.test`)
  await runUntilIdle()
  expect(
    Math.max(...starts().map((ms, at) => ms - (starts()[at - 1] ?? 0))),
  ).toBeGreaterThanOrEqual(500)
  for (const fromMs of starts())
    expect(starts().filter((ms) => ms >= fromMs && ms < fromMs + 1000).length).toBeLessThanOrEqual(
      56,
    )
})

test('setting the clock back ten minutes delays no request longer than usual', async () => {
  let backMs = 0
  const time = createVirtualTime()
  const now = () => new Date(time.now().getTime() - backMs)
  const budget = createBudget({ requestsPerSecond: 5, perHostGapMs: 1000, now, sleep: time.sleep })
  const starts: number[] = []
  const ask = (host: string) =>
    budget.run(host, async () => starts.push(time.now().getTime() - time.startMs))
  void ask('shop.test')
  await time.runUntilIdle()
  backMs = 600_000
  for (const host of ['shop.test', 'other.test']) void ask(host)
  await time.runUntilIdle()
  expect(starts).toEqual([0, 0, 1000])
})

test('an abort while waiting ends the wait without a request', async () => {
  const { ask, settle, log } = start()
  const stop = new AbortController()
  await ask('shop.test')
  const waiting = ask('shop.test', 0, stop.signal)
  await settle()
  stop.abort()
  expect(await waiting).toEqual({ kind: 'retry', afterMs: 0 })
  expect(log).toHaveLength(1)
})

test('a task that throws releases its slot', async () => {
  const { budget, ask, runUntilIdle, log } = start()
  const failing: ReturnType<Budget['run']> = budget.run('shop.test', async () => {
    throw new Error('a bug')
  })
  void ask('shop.test')
  await expect(failing).rejects.toThrow('a bug')
  await runUntilIdle()
  expect(log).toHaveLength(1)
})
