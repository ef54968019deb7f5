import {
  onlineManager,
  type Query,
  QueryClient,
  type QueryKey,
  queryOptions,
  useQueryClient,
  type UseQueryResult,
  keepPreviousData,
} from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import type { AnyEndpoint, ResponseOf } from '#contracts/endpoint.ts'
import { isApiError, retryAfterMs } from './api-error.ts'
import { call, type CallInput } from './call.ts'
import type { Transport } from './transport.ts'

const FRESH_MS = 30_000
const MAX_RETRIES = 2
/** A busy server says when to retry, so more retries do no harm. */
const MAX_RETRIES_WHEN_BUSY = 4

// A query knows its client but not how to send requests. This map links the two, so that the same
// options work in the browser (fetch with the session) and on the server (a call inside the
// process, one client per request).
const transports = new WeakMap<QueryClient, Transport>()

export function createQueryClient(transport: Transport): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        // No network is an error like any other: otherwise a query waits behind its placeholder for
        // as long as the connection is away. With this mode the library does not ask again by itself.
        networkMode: 'always',
        refetchOnReconnect: true,
        retry: shouldRetry,
        retryDelay,
        refetchInterval: askAgainAfter,
      },
      // A save without a connection fails at once instead of waiting until the connection is back.
      mutations: { networkMode: 'always' },
    },
  })
  transports.set(client, transport)
  return client
}

export function transportOf(client: QueryClient): Transport {
  const transport = transports.get(client)
  if (!transport) throw new Error('this query client was not made by createQueryClient')
  return transport
}

/** Marks queries whose answer is the same for every account; they survive a change of session. */
const SAME_FOR_ALL = { isForAll: true }
export const isPrivate = ({ meta }: Pick<Query, 'meta'>): boolean => meta?.['isForAll'] !== true

/**
 * Query options of an endpoint, for loaders and components. The key is `[endpoint name, input]`.
 */
export function q<E extends AnyEndpoint>(endpoint: E, input: CallInput<E>) {
  return queryOptions<ResponseOf<E>, Error, ResponseOf<E>, QueryKey>({
    queryKey: [endpoint.name, input],
    queryFn: ({ client, signal }) => call(transportOf(client), endpoint, input, signal),
    ...(endpoint.access === 'public' && { meta: SAME_FOR_ALL }),
  })
}

/** The answer before stays until the next one is there, as for the pages of a list. */
export const qKept = <E extends AnyEndpoint>(endpoint: E, input: CallInput<E>) => ({
  ...q(endpoint, input),
  placeholderData: keepPreviousData,
})

/**
 * A screen that shows the query asks again when search is back; whatever waits for it, such as a
 * loader, goes on. A search that takes too long would take as long again.
 */
const ASKED_ONCE: ReadonlySet<string> = new Set(['search_unavailable', 'search_too_broad'])

/**
 * A refusal is final; other failures are worth a retry, which is safe because queries only read.
 */
function shouldRetry(failures: number, error: Error): boolean {
  if (!isApiError(error) || ASKED_ONCE.has(error.code)) return false
  if (isApiError(error, 'overloaded') && retryAfterMs(error) !== null)
    return failures < MAX_RETRIES_WHEN_BUSY
  if (error.code === 'network') return failures < MAX_RETRIES && onlineManager.isOnline()
  return failures < MAX_RETRIES && error.status >= 500
}

const SEARCH_AWAY_MS = 10_000

/** Filling the search engine takes minutes: a screen that needs it asks again without end. */
const askAgainAfter = ({ state: { error } }: Pick<Query, 'state'>): number | false =>
  isApiError(error, 'search_unavailable') && SEARCH_AWAY_MS

/** New stores appear all day, so the figures of an open dashboard refresh at this interval. */
export const REFRESH_EVERY_MS = 60_000

/** For a query that is read again anyway; without an interval only while search is away. */
export const refetchEvery =
  (everyMs: number | false) =>
  (query: Pick<Query, 'state'>): number | false =>
    askAgainAfter(query) || everyMs

/** At the time the server asks for, otherwise after 1, 2, 4 … seconds. */
const retryDelay = (failures: number, error: Error): number =>
  retryAfterMs(error) ?? Math.min(1_000 * 2 ** failures, 30_000)

type Asked = Pick<UseQueryResult, 'data' | 'error' | 'errorUpdateCount'>

/** Whether a query waits for the search engine, also during the moment in which it asks again. */
export function useIsSearchAway({ data, error, errorUpdateCount }: Asked): boolean {
  // A query forgets its error as soon as it is sent again.
  const [latest, setLatest] = useState(error)
  if (error !== null && error !== latest) setLatest(error)
  const known = error ?? (errorUpdateCount > 0 ? latest : null)
  return data === undefined && isApiError(known, 'search_unavailable')
}

/** Reads the answers of these calls again. */
export function useReload() {
  const client = useQueryClient()
  return useCallback(
    (...calls: readonly AnyEndpoint[]) =>
      Promise.all(calls.map(({ name }) => client.invalidateQueries({ queryKey: [name] }))),
    [client],
  )
}

/** Reads all answers of the account again: a hidden store leaves lists, counts and figures alike. */
export function useReloadAll() {
  const client = useQueryClient()
  return useCallback(() => client.invalidateQueries({ predicate: isPrivate }), [client])
}
