import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { createEngineQueue, type Engine } from '#server/db/embedded/engine-queue.ts'

/** Runs texts instead of messages: 'begin' and 'commit' open and close a transaction, the queue's own rollback too. */
function createFakeEngine() {
  const ran: string[] = []
  let isInTransaction = false
  const engine: Engine = {
    async run(bytes) {
      const text = Buffer.from(bytes).toString('latin1')
      if (text.includes('begin')) isInTransaction = true
      if (text.includes('commit') || text.includes('rollback')) isInTransaction = false
      ran.push(text.replaceAll(/[^a-z0-9 ]/g, '') || 'sync')
    },
    isInTransaction: () => isInTransaction,
  }
  return { engine, ran }
}

const noAnswer = () => undefined
const failTest = (error: Error) => expect.unreachable(error.message)

function createClients(idleInTransactionMs = 60_000) {
  const { engine, ran } = createFakeEngine()
  const queue = createEngineQueue(engine, idleInTransactionMs, failTest)
  const onIdle = vi.fn<() => void>()
  const [a, b] = [queue.join(onIdle), queue.join(onIdle)]
  const submit = (client: typeof a, text: string) => client.submit(Buffer.from(text), false, noAnswer)
  return { a, b, ran, onIdle, submit }
}

test('who is in a transaction goes first until it ends', async () => {
  const { a, b, ran, submit } = createClients()
  submit(a, 'begin')
  submit(b, 'b1')
  submit(a, 'a1')
  await expect.poll(() => ran).toEqual(['begin', 'a1'])
  submit(a, 'commit')
  await expect.poll(() => ran).toEqual(['begin', 'a1', 'commit', 'b1'])
})

test('an open sequence of messages belongs to its connection until it is closed', async () => {
  const { a, b, ran, submit } = createClients()
  a.submit(Buffer.from('part'), true, noAnswer)
  submit(b, 'b1')
  await sleep(20)
  expect(ran).toEqual(['part'])
  submit(a, 'rest')
  await expect.poll(() => ran).toEqual(['part', 'rest', 'b1'])
})

test.each([0, 1, 2, 3, 5, 10])(
  'a connection that leaves a transaction after %i ms stops nobody',
  async (afterMs) => {
    const { a, b, ran, submit } = createClients()
    submit(a, 'begin')
    submit(b, 'b1')
    if (afterMs > 0) await sleep(afterMs)
    a.leave()
    await expect.poll(() => ran.at(-1)).toBe('b1')
    expect(ran).not.toContain('commit')
  },
)

test('a connection that leaves between two units of a transaction stops nobody', async () => {
  const { a, b, ran, submit } = createClients()
  submit(a, 'begin')
  submit(b, 'b1')
  await Promise.resolve()
  await expect.poll(() => ran, { interval: 0 }).toEqual(['begin'])
  setImmediate(() => a.leave())
  submit(a, 'a1')
  await expect.poll(() => ran.at(-1)).toBe('b1')
  expect(ran.some((text) => text.endsWith('rollback'))).toBe(true)
})

test('an owner that stays silent in its transaction is thrown out', async () => {
  const { a, b, ran, onIdle, submit } = createClients(20)
  onIdle.mockImplementation(() => a.leave())
  submit(a, 'begin')
  submit(b, 'b1')
  await expect.poll(() => ran.at(-1)).toBe('b1')
  expect(onIdle).toHaveBeenCalledOnce()
})

test('a queue that is halted runs nothing any more, not even a rollback', async () => {
  const { engine, ran } = createFakeEngine()
  const queue = createEngineQueue(engine, 60_000, failTest)
  const [a, b] = [queue.join(vi.fn<() => void>()), queue.join(vi.fn<() => void>())]
  a.submit(Buffer.from('begin'), false, noAnswer)
  await expect.poll(() => ran).toEqual(['begin'])
  queue.halt()
  b.submit(Buffer.from('b1'), false, noAnswer)
  a.leave()
  await sleep(20)
  expect(ran).toEqual(['begin'])
})
