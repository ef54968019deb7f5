import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { createWorkPlaces } from './work-places.ts'

// Safe: only which request it is counts.
const newRequest = () => ({}) as FastifyRequest

const outcomeOf = (entry: Promise<void>) =>
  entry.then(
    () => 'in',
    (error: { code: string }) => error.code,
  )

test('who finds no place is refused at once', async () => {
  const places = createWorkPlaces({ max: 1 })
  await places.take(newRequest())
  await expect(places.take(newRequest())).rejects.toMatchObject({ code: 'overloaded', retryAfterSeconds: 5 })
})

test('a place that becomes free goes to who has waited longest, and a full line takes nobody', async () => {
  const places = createWorkPlaces({ max: 1, mayWait: () => true, maxWaiting: 2 })
  const [first, second, third] = [newRequest(), newRequest(), newRequest()]
  await places.take(first)
  const waiting = [places.take(second), places.take(third)].map(outcomeOf)
  expect(await outcomeOf(places.take(newRequest()))).toBe('overloaded')
  expect(places.leave(first)).toBe(true)
  expect(await waiting[0]).toBe('in')
  expect(places.leave(second)).toBe(true)
  expect(await waiting[1]).toBe('in')
  expect([places.leave(first), places.leave(third)]).toEqual([false, true])
})

test('who leaves the line keeps no place from the others', async () => {
  const places = createWorkPlaces({ max: 1, mayWait: () => true })
  const [first, gone, last] = [newRequest(), newRequest(), newRequest()]
  await places.take(first)
  const waiting = [places.take(gone), places.take(last)].map(outcomeOf)
  expect(places.leave(gone)).toBe(false)
  expect(await waiting[0]).toBe('overloaded')
  places.leave(first)
  expect(await waiting[1]).toBe('in')
})

test('who waits for long enough is refused', async () => {
  const places = createWorkPlaces({ max: 1, mayWait: () => true, waitMs: 5 })
  await places.take(newRequest())
  expect(await outcomeOf(places.take(newRequest()))).toBe('overloaded')
})
