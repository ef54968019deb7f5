import {
  dehydrate,
  hydrate,
  InfiniteQueryObserver,
  onlineManager,
  QueryObserver,
} from '@tanstack/react-query'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { getHighlights } from '#contracts/site/highlights.ts'
import { listPublicDays } from '#contracts/site/public.ts'
import { getToday } from '#contracts/catalog/today.ts'
import { apiError } from '#testing/api-error.ts'
import { createQueryClient, isPrivate, q, refetchEvery } from './query.ts'

afterEach(() => onlineManager.setOnline(true))

const unasked = () => Promise.reject(new Error('nothing is asked'))

async function triesFor(error: Error): Promise<number> {
  let tries = 0
  const client = createQueryClient(() => {
    tries += 1
    return Promise.reject(error)
  })
  const query = client.fetchQuery({ ...q(getHighlights, {}), retryDelay: 0 })
  await expect(query).rejects.toBe(error)
  return tries
}

test.each([
  ['network', 0],
  ['internal', 500],
  ['overloaded', 502],
  ['overloaded', 503],
  ['overloaded', 504],
])('a query that fails with %s %i is retried twice', async (code, status) => {
  expect(await triesFor(apiError(code, status))).toBe(3)
})

test('a query refused by a busy server is retried after the delay that the server asks for', async () => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0)
  const busy = apiError('overloaded', 503, { retryAfterSeconds: 5 })
  let tries = 0
  const client = createQueryClient(async () => {
    tries += 1
    if (tries < 5) throw busy
    return { days: [] }
  })
  const answer = client.fetchQuery(q(listPublicDays, {}))
  for (let expected = 1; expected < 5; expected += 1) {
    await vi.advanceTimersByTimeAsync(0)
    expect(tries).toBe(expected)
    await vi.advanceTimersByTimeAsync(4_999)
    expect(tries).toBe(expected)
    await vi.advanceTimersByTimeAsync(1)
  }
  expect(await answer).toEqual({ days: [] })
})

test('without a network a query fails at once, and is sent again when the network is back', async () => {
  let tries = 0
  const client = createQueryClient(async () => {
    tries += 1
    if (tries === 1) throw apiError('network', 0)
    return { days: [] }
  })
  client.mount()
  onTestFinished(() => client.unmount())
  onlineManager.setOnline(false)
  const observer = new QueryObserver(client, q(listPublicDays, {}))
  onTestFinished(observer.subscribe(() => undefined))
  await expect
    .poll(() => observer.getCurrentResult())
    .toMatchObject({ status: 'error', fetchStatus: 'idle', error: { code: 'network' } })
  expect(tries).toBe(1)
  onlineManager.setOnline(true)
  await expect.poll(() => observer.getCurrentResult().status).toBe('success')
  expect(tries).toBe(2)
})

test('without a network the next page of a list fails, and the pages before it stay', async () => {
  onlineManager.setOnline(false)
  const observer = new InfiniteQueryObserver(createQueryClient(unasked), {
    queryKey: ['pages'],
    queryFn: async ({ pageParam }) => {
      if (pageParam > 0) throw apiError('network', 0)
      return 'first'
    },
    initialPageParam: 0,
    getNextPageParam: () => 1,
  })
  onTestFinished(observer.subscribe(() => undefined))
  await expect.poll(() => observer.getCurrentResult().status).toBe('success')
  expect(await observer.fetchNextPage()).toMatchObject({
    isFetchNextPageError: true,
    data: { pages: ['first'] },
  })
})

test.each([
  ['invalid_request', 400],
  ['authentication_required', 401],
  ['plan_required', 403],
  ['not_found', 404],
  ['conflict', 409],
  ['payload_too_large', 413],
  ['rate_limited', 429],
  ['malformed_response', 200],
  // Whatever waits for one answer learns it at once; a screen goes on asking.
  ['search_unavailable', 503],
  ['search_too_broad', 503],
])('a query that fails with %s %i is not retried', async (code, status) => {
  expect(await triesFor(apiError(code, status))).toBe(1)
})

test('a screen goes on asking for as long as the search engine is away, and only then', () => {
  const client = createQueryClient(unasked)
  // In Node the library's observers set no timers, so this asks their option itself.
  const option: unknown = client.defaultQueryOptions(q(getHighlights, {})).refetchInterval
  // Safe: `createQueryClient` gives every query this function.
  const refetchInterval = option as Interval
  const stateOf = (error: Error | null, errorUpdateCount = 1) => ({
    state: { error, errorUpdateCount } as never,
  })
  const away = apiError('search_unavailable', 503)
  for (const failures of [1, 2, 500]) expect(refetchInterval(stateOf(away, failures))).toBe(10_000)
  for (const error of [null, apiError('overloaded', 503), apiError('internal', 500)])
    expect(refetchInterval(stateOf(error))).toBe(false)
  expect([null, away].map((error) => refetchEvery(60_000)(stateOf(error)))).toEqual([
    60_000, 10_000,
  ])
  expect([null, away].map((error) => refetchEvery(false)(stateOf(error)))).toEqual([false, 10_000])
})

type Interval = ReturnType<typeof refetchEvery>

test('a query that fails because of a bug in the client is not retried', async () => {
  expect(await triesFor(new TypeError('x is not a function'))).toBe(1)
})

test('public data survives a session change, also when the server hydrated it', () => {
  const [server, browser] = [createQueryClient(unasked), createQueryClient(unasked)]
  for (const { queryKey, meta } of [q(getHighlights, {}), q(getToday, {})]) {
    const query = server.getQueryCache().build(server, { queryKey, ...(meta && { meta }) })
    query.setState({ status: 'success', data: {} })
  }
  hydrate(browser, JSON.parse(JSON.stringify(dehydrate(server))))
  browser.removeQueries({ predicate: isPrivate })
  expect(browser.getQueryCache().getAll()).toMatchObject([{ queryKey: ['getHighlights', {}] }])
})
