import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { createRequestSlots } from './admission.ts'

// Safe: only the address and the identity of the request count.
const newRequest = (ip = '192.0.2.1') => ({ ip }) as FastifyRequest

const outcomeOf = (entry: Promise<void>) =>
  entry.then(
    () => 'in',
    (error: { code: string }) => error.code,
  )

test(
  'a request that finds no slot is refused at once and is safe to repeat',
  { tags: ['check-78'] },
  async () => {
    const slots = createRequestSlots({ max: 1 })
    await slots.acquire(newRequest())
    await expect(slots.acquire(newRequest())).rejects.toMatchObject({
      code: 'overloaded',
      retryAfterSeconds: 5,
      isSafeToRepeat: true,
    })
  },
)

test(
  'a free slot goes to the request that has waited longest, and a full queue takes no more',
  { tags: ['check-78'] },
  async () => {
    const slots = createRequestSlots({ max: 1, mayWait: () => true, maxWaiting: 2 })
    const [first, second, third] = [newRequest(), newRequest(), newRequest()]
    await slots.acquire(first)
    const waiting = [slots.acquire(second), slots.acquire(third)].map(outcomeOf)
    expect(await outcomeOf(slots.acquire(newRequest()))).toBe('overloaded')
    slots.release(first)
    expect(await waiting[0]).toBe('in')
    slots.release(second)
    expect(await waiting[1]).toBe('in')
    // Already released: a second release frees no other slot.
    slots.release(first)
    expect(await outcomeOf(createRequestSlots({ max: 0 }).acquire(third))).toBe('overloaded')
  },
)

test('a request that leaves the queue takes no slot from the others', async () => {
  const slots = createRequestSlots({ max: 1, mayWait: () => true })
  const [first, gone, last] = [newRequest(), newRequest(), newRequest()]
  await slots.acquire(first)
  const waiting = [slots.acquire(gone), slots.acquire(last)].map(outcomeOf)
  slots.cancelWait(gone)
  expect(await waiting[0]).toBe('overloaded')
  slots.cancelWait(first)
  slots.release(first)
  expect(await waiting[1]).toBe('in')
})

test('a request that waits too long is refused', async () => {
  const slots = createRequestSlots({ max: 1, mayWait: () => true, waitMs: 5 })
  await slots.acquire(newRequest())
  expect(await outcomeOf(slots.acquire(newRequest()))).toBe('overloaded')
})

test.each([
  ['an IPv4 address', '192.0.2.7', '192.0.2.7', '192.0.2.8'],
  ['the /64 of an IPv6 address', '2001:db8::1', '2001:db8::ffff', '2001:db8:0:1::1'],
])('one network gets its share of the slots and no more: %s', async (_what, one, same, other) => {
  const slots = createRequestSlots({ max: 5, maxPerKey: 2 })
  const first = newRequest(one)
  await slots.acquire(first)
  await slots.acquire(newRequest(same))
  expect(await outcomeOf(slots.acquire(newRequest(one)))).toBe('overloaded')
  expect(await outcomeOf(slots.acquire(newRequest(other)))).toBe('in')
  slots.release(first)
  expect(await outcomeOf(slots.acquire(newRequest(same)))).toBe('in')
})
